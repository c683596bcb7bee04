import { existsSync, readFileSync } from 'node:fs';

/** How often the event loop is asked whether it goes on, in milliseconds. */
const TICK = 10;
/** After so many ticks the pace of the machine is taken. */
const PACE_TICKS = 100;
/** How long {@link work} takes on a machine at its usual pace, in milliseconds. */
const USUAL_MS = 25;
/** The longest that the event loop may stand still, in milliseconds. */
export const LONGEST_STALL = 200;

/**
 * Watches how long this process's event loop stands still. A stall counts as far as its thread itself was at work: on a busy
 * machine it may have to wait for its turn. Where the machine is slow now, as much more time is given as the same work takes longer.
 */
export class EventLoopWatch {
  private longest = 0;
  private slowness = 1;
  private ticks = 0;
  protected value = 0;
  private at = performance.now();
  private worked = workedMs();
  private readonly timer = setInterval(() => this.tick(), TICK);

  /** The longest stall since the last question, in milliseconds of a machine at its usual pace. */
  longestStall(): number {
    this.tick();
    this.takePace();
    const { longest, slowness } = this;
    this.longest = 0;
    this.slowness = 1;
    return longest / slowness;
  }

  end(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const worked = workedMs();
    const stall = Math.min(performance.now() - this.at, worked - this.worked) - TICK;
    this.longest = Math.max(this.longest, stall);
    this.ticks += 1;
    if (this.ticks % PACE_TICKS === 0) this.takePace();
    this.at = performance.now();
    this.worked = workedMs();
  }

  private takePace(): void {
    const from = workedMs();
    this.value = work();
    this.slowness = Math.max(this.slowness, (workedMs() - from) / USUAL_MS);
    this.at = performance.now();
    this.worked = workedMs();
  }
}

/** A name of the global object is looked up a hundred times slower where a test runs than a constant. */
const { imul } = Math;

/** Always the same work; what it comes to is returned, so that none of it is left out. */
function work(): number {
  let value = 1;
  for (let i = 0; i < 20_000_000; i += 1) value = (imul(value, 1_103_515_245) + i) | 0;
  return value;
}

const SCHEDULED = '/proc/self/schedstat';
const TELLS = existsSync(SCHEDULED);

/** How long the thread of the event loop has been at work, in milliseconds; where the system does not tell, the process with all its threads. */
function workedMs(): number {
  if (TELLS) return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1_000_000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
