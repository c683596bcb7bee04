import { openStore, StoreUnavailable, type EventStore } from '@bitacora/event-store';
import { randomUUID } from 'node:crypto';
import { openAccess, type Access } from './access.js';
import { KeysUnavailable, openKeyRing } from './key-ring.js';
import type { Caller } from './types.js';

let store: EventStore;
let access: Access;
let now: Date;

const clock = (): Date => now;
const opened = (): Access => openAccess({ store, clock, ids: randomUUID });

beforeEach(async () => {
  now = new Date('2030-01-01T00:00:00Z');
  store = await openStore('memory:');
  access = opened();
});

afterEach(async () => {
  await access.close();
  await store.close();
});

const player = { encounter: 'e1', role: 'player', combatants: ['ana'], expiresAt: null } as const;

async function whole(): Promise<string> {
  let text = '';
  for await (const event of store.readAll()) text += event.dataText + event.metadataText;
  return text;
}

describe('a key of an application', () => {
  it('makes its bearer the administrator, under the name of the application', async () => {
    const { token } = await openKeyRing(store, clock, randomUUID).create('forum');
    expect(await access.identify(token)).toMatchObject({
      viewer: { role: 'admin', actor: 'admin:forum' },
      encounter: null,
    });
  });

  it('counts no more once it is revoked, while another of the same name goes on', async () => {
    const ring = openKeyRing(store, clock, randomUUID);
    const [old, next] = [await ring.create('forum'), await ring.create('forum')];
    expect(await ring.list()).toEqual([old.about, next.about]);
    await ring.revoke(old.about.id);
    expect(await ring.list()).toEqual([next.about]);
    expect((await access.identify(next.token))?.viewer.actor).toBe('admin:forum');
    const later = opened();
    expect(await later.identify(old.token)).toBeNull();
    await later.close();
    await expect(ring.revoke(old.about.id)).rejects.toBeInstanceOf(KeysUnavailable);
  });
});

describe('an access to an encounter', () => {
  it('gives its bearer the role, the combatants and the one encounter', async () => {
    const { about, token } = await access.grant(player);
    expect(await access.identify(token)).toEqual<Caller>({
      viewer: { role: 'player', combatants: ['ana'], actor: about.id },
      encounter: 'e1',
      credential: about.id,
    });
    expect(await access.list('e1')).toEqual([about]);
    expect(await access.list('e2')).toEqual([]);
  });

  it('is nowhere in the store but as a hash', async () => {
    const { token } = await access.grant(player);
    const { ticket } = await access.issueTicket((await access.identify(token))!, 'e1');
    const text = await whole();
    for (const secret of [token, ticket].map((each) => each.split('.')[2] ?? '')) {
      expect(secret).toHaveLength(43);
      expect(text).not.toContain(secret);
    }
  });

  it('counts for a process that hears of it only when it is used', async () => {
    const other = opened();
    await other.identify('bt.none.' + 'x'.repeat(43));
    const { token } = await access.grant(player);
    expect(await other.identify(token)).not.toBeNull();
    await other.close();
  });

  it('ends at once where it is revoked, and what watches it hears so, once, in every process', async () => {
    const other = opened();
    const { about, token } = await access.grant(player);
    const caller = (await other.identify(token))!;
    let heard = 0;
    const ended = new Promise<void>((resolve) => {
      other.watch(caller, () => {
        heard += 1;
        resolve();
      });
    });
    expect(await access.revoke('e2', about.id)).toBe(false);
    expect(await access.revoke('e1', about.id)).toBe(true);
    expect(await access.identify(token)).toBeNull();
    await ended;
    expect(await other.identify(token)).toBeNull();
    expect(other.isLive(caller)).toBe(false);
    expect(heard).toBe(1);
    expect(await access.revoke('e1', about.id)).toBe(false);
    await other.close();
  });

  it('that is watched when it was revoked already ends the watcher at once', async () => {
    const { about, token } = await access.grant(player);
    const caller = (await access.identify(token))!;
    await access.revoke('e1', about.id);
    let heard = 0;
    access.watch(caller, () => (heard += 1));
    expect(heard).toBe(1);
  });

  it('ends when its time has come', async () => {
    const { token } = await access.grant({ ...player, expiresAt: '2030-01-01T01:00:00.000Z' });
    now = new Date('2030-01-01T00:59:59.999Z');
    expect(await access.identify(token)).not.toBeNull();
    now = new Date('2030-01-01T01:00:00Z');
    expect(await access.identify(token)).toBeNull();
  });

  it.each([
    ['nothing', () => ''],
    ['another secret', (token: string) => token.slice(0, -43) + 'A'.repeat(43)],
    ['another kind', (token: string) => token.replace('bt', 'bk')],
    ['a longer one', (token: string) => `${token}A`],
    ['a shorter one', (token: string) => token.slice(0, -1)],
    ['the id alone', (token: string) => token.split('.')[1] ?? ''],
    ['a name of every object', () => `bt.constructor.${'A'.repeat(43)}`],
  ])('is nobody’s with %s', async (_, change) => {
    const { token } = await access.grant(player);
    expect(await access.identify(change(token))).toBeNull();
  });
});

describe('a store that fails for a moment', () => {
  it('is followed again, so that what was revoked meanwhile ends', async () => {
    let failures = 1;
    const flaky: EventStore = Object.assign(Object.create(store) as EventStore, {
      subscribeAll: (options: Parameters<EventStore['subscribeAll']>[0]) => {
        failures -= 1;
        if (failures >= 0) throw new StoreUnavailable('It is away.');
        return store.subscribeAll(options);
      },
      readAll: (options: Parameters<EventStore['readAll']>[0]) => store.readAll(options),
    });
    const other = openAccess({ store: flaky, clock, ids: randomUUID });
    const { about, token } = await access.grant(player);
    const caller = (await other.identify(token))!;
    const ended = new Promise<void>((resolve) => void other.watch(caller, resolve));
    await access.revoke('e1', about.id);
    await ended;
    expect(other.isLive(caller)).toBe(false);
    await other.close();
  });
});

describe('a ticket', () => {
  it('stands for its token, once, for one encounter, even when two processes take it at the same moment', async () => {
    const { token } = await access.grant(player);
    const caller = (await access.identify(token))!;
    const { ticket } = await access.issueTicket(caller, 'e1');
    const other = opened();
    expect(await access.redeem(ticket, 'e2')).toBeNull();
    const both = await Promise.all([access.redeem(ticket, 'e1'), other.redeem(ticket, 'e1')]);
    expect(both.filter((each) => each !== null)).toEqual([caller]);
    expect(await access.redeem(ticket, 'e1')).toBeNull();
    await other.close();
  });

  it('is too old after half a minute, and ends with its token', async () => {
    const { about, token } = await access.grant(player);
    const caller = (await access.identify(token))!;
    const tickets = [await access.issueTicket(caller, 'e1'), await access.issueTicket(caller, 'e1')];
    expect(tickets[0]?.expiresAt).toBe('2030-01-01T00:00:30.000Z');
    await access.revoke('e1', about.id);
    expect(await access.redeem(tickets[0]?.ticket ?? '', 'e1')).toBeNull();
    now = new Date('2030-01-01T00:00:30Z');
    expect(await access.redeem(tickets[1]?.ticket ?? '', 'e1')).toBeNull();
  });

  it('is no token, and a token is no ticket', async () => {
    const { token } = await access.grant(player);
    const { ticket } = await access.issueTicket((await access.identify(token))!, 'e1');
    expect(await access.identify(ticket)).toBeNull();
    expect(await access.redeem(token, 'e1')).toBeNull();
  });
});
