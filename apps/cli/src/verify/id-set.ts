import { hash } from './hash.js';

const WIDTH = 16;

/** Which texts were seen, at about 32 bytes each: the first half of their SHA-256 in a table with open addresses. */
export class IdSet {
  private table = Buffer.alloc(WIDTH * 64);
  private used = Buffer.alloc(64);
  private size = 0;

  has(id: string): boolean {
    return this.used[this.slotOf(digest(id))] === 1;
  }

  add(id: string): void {
    if ((this.size + 1) * 4 > this.used.length * 3) this.grow();
    this.put(digest(id));
  }

  private put(key: Buffer): void {
    const slot = this.slotOf(key);
    if (this.used[slot] === 1) return;
    this.used[slot] = 1;
    key.copy(this.table, slot * WIDTH);
    this.size += 1;
  }

  private slotOf(key: Buffer): number {
    const slots = this.used.length;
    let slot = key.readUInt32BE(0) % slots;
    while (this.used[slot] === 1 && key.compare(this.table, slot * WIDTH, (slot + 1) * WIDTH) !== 0) {
      slot = (slot + 1) % slots;
    }
    return slot;
  }

  private grow(): void {
    const { table, used } = this;
    this.table = Buffer.alloc(table.length * 2);
    this.used = Buffer.alloc(used.length * 2);
    this.size = 0;
    used.forEach((taken, slot) => {
      if (taken === 1) this.put(table.subarray(slot * WIDTH, (slot + 1) * WIDTH));
    });
  }
}

function digest(id: string): Buffer {
  return hash(Buffer.from(id)).subarray(0, WIDTH);
}
