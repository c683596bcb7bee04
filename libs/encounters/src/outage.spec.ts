import { openStore, StoreUnavailable } from '@bitacora/event-store';
import { ADMIN, by, done, faultyStore, given, note, openTest } from './testing/index.js';

describe('while the store is away', () => {
  it('commands that wait behind one which cannot reach it are answered with it, and none is tried in vain', async () => {
    const faulty = faultyStore(await openStore('memory:'));
    const encounters = await openTest(faulty);
    const id = await given(encounters, 1);
    let tries = 0;
    faulty.beforeAppend = async () => void (tries += 1);
    faulty.plan('down');
    const sent = Array.from({ length: 6 }, (_, i) => encounters.execute(id, note(String(i)), by()));
    const answers = await Promise.allSettled(sent);
    expect(answers.map((answer) => answer.status === 'rejected' && (answer.reason as { code: string }).code)).toEqual(
      answers.map(() => 'STORE_UNAVAILABLE'),
    );
    expect(tries).toBe(1);
    expect(done(await encounters.execute(id, note('after'), by())).revision).toBe(3);
    await encounters.close();
  });

  it('a follower whose news cannot be read holds up no command, and gets them later', async () => {
    const memory = await openStore('memory:');
    const faulty = faultyStore(memory);
    const encounters = await openTest(faulty);
    const others = await openTest(memory);
    const id = await given(encounters, 1);
    const changes = (await encounters.follow(id, { after: 2 }, ADMIN))?.[Symbol.asyncIterator]();
    const first = changes?.next();
    let isAway = true;
    let reads = 0;
    const read = faulty.readStreamPage.bind(faulty);
    faulty.readStreamPage = async (...page) => {
      if (!isAway) return read(...page);
      reads += 1;
      throw new StoreUnavailable('The store is away.');
    };
    done(await others.execute(id, note('from another process'), by()));
    while (reads === 0) await new Promise((resolve) => setImmediate(resolve));
    const answer = encounters.execute(id, note('x'), by());
    await expect(answer).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    isAway = false;
    expect((await first)?.value).toMatchObject({ revision: 3 });
    expect(done(await encounters.execute(id, note('x'), by())).revision).toBe(4);
    await changes?.return?.();
    await Promise.all([encounters.close(), others.close()]);
  });
});
