import { existsSync, readFileSync } from 'node:fs';

/** How often the event loop is asked whether it goes on, in milliseconds. */
const TICK = 10;
/** The longest that the event loop may stand still, in milliseconds. */
export const LONGEST_STALL = 200;

/**
 * Watches how long this process's event loop stands still. A stall counts as far as its thread itself was at work: on a busy
 * machine it may have to wait for its turn.
 */
export class EventLoopWatch {
  private longest = 0;
  private at = performance.now();
  private worked = workedMs();
  private readonly timer = setInterval(() => this.tick(), TICK);

  /** The longest stall since the last question, in milliseconds. */
  longestStall(): number {
    this.tick();
    const { longest } = this;
    this.longest = 0;
    return longest;
  }

  end(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const worked = workedMs();
    const stall = Math.min(performance.now() - this.at, worked - this.worked) - TICK;
    this.longest = Math.max(this.longest, stall);
    this.at = performance.now();
    this.worked = worked;
  }
}

const SCHEDULED = '/proc/self/schedstat';
const TELLS = existsSync(SCHEDULED);

/** How long the thread of the event loop has been at work, in milliseconds; where the system does not tell, the process with all its threads. */
function workedMs(): number {
  if (TELLS) return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1_000_000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
