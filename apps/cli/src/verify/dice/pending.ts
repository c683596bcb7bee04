import { Fault, type Place } from '../fault.js';
import { faceOf } from './derive.js';
import type { Roll } from './roll.js';

/** The rolls of an epoch whose seed is not revealed yet, as numbers: few bytes each, since a log may hold many. */
export class PendingRolls {
  private numbers = new Uint32Array(256);
  private length = 0;
  private readonly purposes: string[] = [];
  /** How many rolls are kept. */
  count = 0;

  add({ roll, purpose, dice, faces }: Roll, contributions: number, { line, revision }: Place): void {
    if (!this.purposes.includes(purpose)) this.purposes.push(purpose);
    const head = [line, revision ?? 0, roll, contributions, this.purposes.indexOf(purpose), dice.length];
    this.append([...head, ...dice, ...faces]);
    this.count += 1;
  }

  /** Computes every die again, oldest roll first; the first that differs is the fault. */
  check(encounter: string, contributions: readonly string[], seed: Uint8Array): Fault | null {
    for (let at = 0; at < this.length;) {
      const [line = 0, revision = 0, roll = 0, held = 0, purpose = 0, size = 0] = this.numbers.subarray(at, at + 6);
      const dice = this.numbers.subarray(at + 6, at + 6 + size);
      const faces = this.numbers.subarray(at + 6 + size, at + 6 + 2 * size);
      const common = { encounter, contributions: contributions.slice(0, held), roll };
      for (let die = 0; die < size; die += 1) {
        const of = { ...common, die, faces: dice[die] ?? 0, purpose: this.purposes[purpose] ?? '' };
        const [found, expected] = [faces[die] ?? 0, faceOf(seed, of)];
        if (found !== expected) return new Fault('FACE', { line, revision }, { roll, die: die + 1, found, expected });
      }
      at += 6 + 2 * size;
    }
    return null;
  }

  /** Gives the memory back; `count` stays. */
  forget(): void {
    this.numbers = new Uint32Array(0);
    this.length = 0;
  }

  private append(numbers: readonly number[]): void {
    if (this.length + numbers.length > this.numbers.length) {
      const larger = new Uint32Array(Math.max(this.numbers.length * 2, this.length + numbers.length));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers.set(numbers, this.length);
    this.length += numbers.length;
  }
}
