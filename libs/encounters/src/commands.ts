import type { EventEnvelope } from './envelope.js';

/** A log's events, command by command. */
export function byCommand(events: readonly EventEnvelope[]): EventEnvelope[][] {
  const commands: EventEnvelope[][] = [];
  for (const event of events) {
    const current = commands.at(-1);
    if (current?.[0]?.command === event.command) current.push(event);
    else commands.push([event]);
  }
  return commands;
}
