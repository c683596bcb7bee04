import fc from 'fast-check';
import { validate } from 'uuid';
import { eventIds } from './identity.js';

describe('the ids of events', () => {
  it('are UUIDs, the same ones for the same command, and each only once among many commands', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 20, selector: (id) => id.slice(8) }),
        fc.integer({ min: 1, max: 50 }),
        (commands, count) => {
          const ids = commands.flatMap((command) => eventIds(command, count));
          expect(ids.every(validate)).toBe(true);
          expect(new Set([...ids, ...commands]).size).toBe((count + 1) * commands.length);
          expect(commands.flatMap((command) => eventIds(command, count))).toEqual(ids);
        },
      ),
    );
  });

  it('are counted on beyond the last number', () => {
    expect(eventIds('fffffffe-0000-4000-8000-000000000001', 2)).toEqual([
      'ffffffff-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000001',
    ]);
  });

  it('do not meet where commands are numbered', () => {
    const commands = Array.from({ length: 20 }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);
    expect(new Set(commands.flatMap((command) => eventIds(command, 20))).size).toBe(400);
  });

  it.each(['xyz', '', 'z'.repeat(200), 'ABCDEF01-0000-4000-8000-000000000001', '0000000g-0000-4000-8000-000000000001'])(
    'are UUIDs, each only once, also where a log from elsewhere has another name for its command: %j',
    (command) => {
      const ids = eventIds(command, 3);
      expect(ids.every((id) => validate(id) && id === id.toLowerCase())).toBe(true);
      expect(new Set([...ids, ...eventIds(`${command}.`, 3)]).size).toBe(6);
    },
  );
});
