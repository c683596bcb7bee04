import { openStore, type EventStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { randomUUID } from 'node:crypto';
import { openEncounters } from '../encounters.js';
import {
  ADMIN,
  by,
  bytesOf,
  done,
  faultyStore,
  fighter,
  note,
  randomFight,
  textOf,
  tickingClock,
} from '../testing/index.js';
import type { Encounters } from '../types.js';
import { canonical } from './canonical.js';
import { genesisOf, hashAfter } from './chain.js';
import type { ImportedEncounter, ImportResult } from './import.js';
import { ServerKeys } from './keys.js';

interface Server {
  readonly store: EventStore;
  readonly encounters: Encounters;
  readonly keys: ServerKeys;
}

const opened: Encounters[] = [];

async function server(keys = ServerKeys.ephemeral(), store?: EventStore): Promise<Server> {
  const own = store ?? (await openStore('memory:'));
  const encounters = await openEncounters({ store: own, rulesets, keys, clock: tickingClock(), ids: randomUUID });
  opened.push(encounters);
  return { store: own, encounters, keys };
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((encounters) => encounters.close()));
});

async function copyOf({ encounters }: Server, id: string): Promise<string> {
  return textOf(await encounters.archive.copy(id, ADMIN));
}

async function take(
  { encounters }: Server,
  text: string,
): Promise<{ readonly result: ImportResult; readonly taken: readonly ImportedEncounter[] }> {
  const taken: ImportedEncounter[] = [];
  const result = await encounters.archive.take(bytesOf(text), 'request', (one) => void taken.push(one));
  return { result, taken };
}

/** A small fight that is still running. */
async function running(at: Server): Promise<string> {
  const made = done(
    await at.encounters.create(
      { name: 'Docking bay', ruleset: 'eclipse-phase-1e', combatants: [fighter('ana', 80), fighter('bo', 10)] },
      by(),
    ),
  );
  const { id } = made.folded;
  done(await at.encounters.execute(id, { type: 'start' }, by()));
  done(await at.encounters.execute(id, { type: 'rollInitiative' }, by()));
  return id;
}

describe('an audit', () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'finds nothing wrong with a fight of %s, and decides each of its commands again',
    async (_, rules) => {
      const at = await server();
      const id = await randomFight(at.encounters, rules, 3, 60);
      const report = await at.encounters.archive.audit(id, ADMIN);
      expect(report?.problem).toBeNull();
      expect(report).toMatchObject({ ok: true, signedHere: true, revision: report?.events });
      expect(report?.rolls).toMatchObject({ unrevealed: 0 });
      expect(report?.rolls.verified).toBeGreaterThan(0);
      expect(report?.decisions.checked).toBeGreaterThan(10);
    },
  );

  it('checks the server’s own rolls before their seed is revealed, and reveals nothing', async () => {
    const at = await server();
    const id = await running(at);
    const report = await at.encounters.archive.audit(id, ADMIN);
    expect(report).toMatchObject({ ok: true, rolls: { verified: 2, unrevealed: 0, table: 0 } });
    const seed = Buffer.from(at.keys.seedsOf(id, 0).open).toString('hex');
    expect(JSON.stringify(report)).not.toContain(seed);
  });

  it('knows nothing of an encounter that is not there', async () => {
    const at = await server();
    expect(await at.encounters.archive.audit('nobody', ADMIN)).toBeNull();
    expect(await at.encounters.archive.copy('nobody', ADMIN)).toBeNull();
  });

  it('misses the head that somebody kept where the log is shorter, or another', async () => {
    const at = await server();
    const id = await running(at);
    const { head } = done(await at.encounters.execute(id, note('x'), by()));
    const kept = await head();
    const audit = (revision: number, hash: string) => at.encounters.archive.audit(id, ADMIN, [{ revision, hash }]);
    expect(await audit(kept.revision, kept.hash)).toMatchObject({ ok: true });
    expect(await audit(kept.revision + 1, kept.hash)).toMatchObject({
      ok: false,
      problem: { code: 'CUT_OFF', revision: kept.revision + 1 },
    });
    expect(await audit(3, kept.hash)).toMatchObject({ ok: false, problem: { code: 'OTHER_HEAD', revision: 3 } });
  });

  it('finds a log that was written by who has the key and does not fit the rules', async () => {
    const at = await server();
    const id = await running(at);
    const lines = (await copyOf(at, id)).trimEnd().split('\n');
    const forged = await server();
    const events = lines
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { event: StoredContent; proof: { salt: string } });
    const rolled = events.findIndex(({ event }) => event.type === 'PassStarted');
    const order = events[rolled]!.event.data.order as unknown[];
    events[rolled]!.event.data.order = [...order].reverse();
    const text = rewritten(id, lines[0]!, events, at.keys);
    expect((await take(forged, text)).result).toBeNull();
    expect(await forged.encounters.archive.audit(id, ADMIN)).toMatchObject({
      ok: false,
      signedHere: false,
      problem: { code: 'DECISION', revision: rolled + 1, type: 'PassStarted' },
    });
  });
});

interface StoredContent {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Chains and signs a log anew. */
function rewritten(
  id: string,
  first: string,
  events: readonly { event: StoredContent; proof: { salt: string } }[],
  keys: ServerKeys,
): string {
  let hash = genesisOf(id);
  const lines = events.map(({ event, proof: { salt } }) => {
    hash = hashAfter(hash, event as never, salt);
    return canonical({ kind: 'event', event, proof: { salt, hash } });
  });
  const head = { kind: 'head', encounter: id, ...keys.sign(id, events.length, hash), publicKey: keys.public.publicKey };
  return [first, ...lines, canonical(head), ''].join('\n');
}

describe('an import', () => {
  it.each(rulesets.all().map((rules) => [rules.id, rules] as const))(
    'gives the same encounter of %s back, byte for byte, on another server',
    async (_, rules) => {
      const from = await server();
      const to = await server();
      const ended = await randomFight(from.encounters, rules, 11, 40);
      const open = await randomFight(from.encounters, rules, 12, 40, false);
      const text = (await copyOf(from, ended)) + (await copyOf(from, open));
      const { result, taken } = await take(to, text);
      expect(result).toBeNull();
      expect(taken.map(({ id, outcome }) => [id, outcome])).toEqual([
        [ended, 'imported'],
        [open, 'imported'],
      ]);
      expect((await copyOf(to, ended)) + (await copyOf(to, open))).toBe(text);
      expect(await to.encounters.archive.audit(ended, ADMIN)).toMatchObject({ ok: true, signedHere: false });
      const views = await Promise.all([from, to].map((at) => at.encounters.load(open, {}, ADMIN)));
      const [a, b] = views.map((loaded) => (loaded.kind === 'found' ? loaded.folded.view(ADMIN) : loaded.kind));
      expect(a).toEqual(b);
    },
  );

  it('changes nothing when the same comes again, and goes on where more of it comes', async () => {
    const from = await server();
    const to = await server();
    const id = await running(from);
    const early = await copyOf(from, id);
    done(await from.encounters.execute(id, note('later'), by()));
    const late = await copyOf(from, id);
    expect((await take(to, early)).taken).toMatchObject([{ outcome: 'imported' }]);
    expect((await take(to, early)).taken).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await copyOf(to, id)).toBe(early);
    expect((await take(to, late)).taken).toMatchObject([{ outcome: 'extended' }]);
    expect((await take(to, early)).taken).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await copyOf(to, id)).toBe(late);
  });

  it('lets a running encounter be played on, with dice that this server commits to', async () => {
    const from = await server();
    const to = await server();
    const id = await running(from);
    await take(to, await copyOf(from, id));
    const rolled = done(await to.encounters.execute(id, { type: 'roll', dice: '2d6' }, by()));
    expect(rolled.events.map((event) => event.type)).toEqual(['SeedCommitted', 'DiceRolled']);
    done(await to.encounters.execute(id, { type: 'end' }, by()));
    expect(await to.encounters.archive.audit(id, ADMIN)).toMatchObject({
      ok: true,
      signedHere: true,
      rolls: { verified: 1, unrevealed: 2 },
    });
  });

  it('plays on with its own dice where it is the same server, restored from a copy', async () => {
    const from = await server();
    const id = await running(from);
    const restored = await server(from.keys);
    await take(restored, await copyOf(from, id));
    const roll = { type: 'roll', dice: '5d10' } as const;
    const [a, b] = await Promise.all(
      [from, restored].map(async (at) => done(await at.encounters.execute(id, roll, by())).events),
    );
    expect(b!.map(({ type, data }) => ({ type, data }))).toEqual(a!.map(({ type, data }) => ({ type, data })));
  });

  it('refuses another history of the same encounter, and says from where on it is another', async () => {
    const from = await server();
    const to = await server();
    const id = await running(from);
    const before = await copyOf(from, id);
    const shared = before.trimEnd().split('\n').length - 2;
    await take(to, before);
    done(await from.encounters.execute(id, note('here'), by()));
    done(await to.encounters.execute(id, note('there'), by()));
    const { result, taken } = await take(to, await copyOf(from, id));
    expect(taken).toEqual([]);
    expect(result).toMatchObject({
      encounter: id,
      problem: { code: 'otherHistory', params: { revision: shared + 1 } },
    });
  });

  it('imports what stands before a bad line, and nothing of the encounter in which it stands', async () => {
    const from = await server();
    const to = await server();
    const [first, second] = [await running(from), await running(from)];
    const good = await copyOf(from, first);
    const lines = (await copyOf(from, second)).trimEnd().split('\n');
    lines[4] = lines[4]!.replace('"kind":"event"', '"kind":"evenT"');
    const { result, taken } = await take(to, `${good}${lines.join('\n')}\n`);
    expect(taken).toMatchObject([{ id: first, outcome: 'imported' }]);
    const line = good.trimEnd().split('\n').length + 5;
    expect(result).toMatchObject({ line, encounter: second, problem: { code: 'unknownKind' } });
    expect(await to.encounters.load(second, {}, ADMIN)).toEqual({ kind: 'notFound' });
  });

  it('keeps the events of a newer program, shows them as they are, and gives them back byte for byte', async () => {
    const from = await server();
    const to = await server();
    const id = await running(from);
    const lines = (await copyOf(from, id)).trimEnd().split('\n');
    const events = lines
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { event: StoredContent; proof: { salt: string } });
    const { revision } = (events.at(-1) as unknown as { event: { revision: number } }).event;
    const weather = {
      ...events.at(-1)!.event,
      revision: revision + 1,
      id: randomUUID(),
      command: randomUUID(),
      type: 'WeatherChanged',
      version: 7,
      data: { wind: 'north' },
    };
    const text = rewritten(id, lines[0]!, [...events, { event: weather, proof: { salt: '00'.repeat(16) } }], from.keys);
    expect((await take(to, text)).result).toBeNull();
    expect(await copyOf(to, id)).toBe(text);
    const page = await to.encounters.events(id, { after: revision }, ADMIN);
    expect(page?.items).toMatchObject([{ type: 'WeatherChanged', version: 7, data: { wind: 'north' } }]);
    expect(await to.encounters.archive.audit(id, ADMIN)).toMatchObject({ ok: true, decisions: { unknown: 1 } });
    done(await to.encounters.execute(id, note('it blows'), by()));
  });

  it('refuses a known event in a version that only a newer program knows', async () => {
    const from = await server();
    const to = await server();
    const id = await running(from);
    const lines = (await copyOf(from, id)).trimEnd().split('\n');
    const events = lines
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { event: StoredContent; proof: { salt: string } });
    (events.at(-1)!.event as unknown as { version: number }).version = 9;
    const { result } = await take(to, rewritten(id, lines[0]!, events, from.keys));
    expect(result).toMatchObject({ line: events.length + 1, problem: { code: 'NEWER_EVENT' } });
  });

  const NAMELESS = [5, null, undefined, {}, ['x']].map((name) => ['EncounterCreated', { name }] as const);
  it.each([
    ...NAMELESS,
    ['EncounterCreated', { options: undefined }],
    ['EncounterCreated', { forkedFrom: { encounter: 5, revision: 1 } }],
    ['EncounterCreated', { forkedFrom: 'x' }],
    ['ActionResolved', { opposedBy: '__proto__' }],
    ['ActionDeclared', { declaration: {} }],
    ['PassStarted', { order: [{ entries: [{}] }] }],
  ] as const)('refuses a log in which %s has data that nobody could be shown: %j', async (type, data) => {
    const from = await server();
    const to = await server();
    const id = await running(from);
    const { acting } = done(await from.encounters.execute(id, note('x'), by())).folded.view(ADMIN);
    const declare = { type: 'declare', combatant: acting[0] ?? '', action: { kind: 'complex' } } as const;
    for (const command of [declare, { type: 'resolve', declaration: 'd1' }] as const)
      done(await from.encounters.execute(id, command, by()));
    const lines = (await copyOf(from, id)).trimEnd().split('\n');
    const events = lines
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { event: StoredContent; proof: { salt: string } });
    const at = events.findIndex(({ event }) => event.type === type);
    Object.assign(events[at]!.event.data, data);
    const { result } = await take(to, rewritten(id, lines[0]!, events, from.keys));
    expect(result?.line).toBeGreaterThan(1);
    expect(await to.encounters.load(id, {}, ADMIN)).toEqual({ kind: 'notFound' });
  });

  it('finds what was changed, taken out, put in, doubled or cut off anywhere in a file', async () => {
    const from = await server();
    const id = await running(from);
    const text = await copyOf(from, id);
    const lines = text.trimEnd().split('\n');
    const n = lines.length;
    const broken: string[][] = [
      ...lines.flatMap((_, i) => [lines.toSpliced(i, 1), lines.toSpliced(i, 0, lines[i]!)]),
      ...lines.slice(1).map((line, i) => lines.with(i, line).with(i + 1, lines[i]!)),
      ...lines.map((line, i) =>
        lines.with(
          i,
          line.replace(/[0-9a-f](?=[0-9a-f]{8})/, (c) => (c === '0' ? '1' : '0')),
        ),
      ),
    ].filter((changed) => changed.join('\n') !== lines.join('\n'));
    for (const changed of broken) {
      const to = await server();
      const { result } = await take(to, `${changed.join('\n')}\n`);
      expect(result).not.toBeNull();
      expect(result?.line).toBeLessThanOrEqual(n + 2);
      const isWhole = changed.slice(0, n).join('\n') === lines.join('\n');
      const { kind } = await to.encounters.load(id, {}, ADMIN);
      expect(kind).toBe(isWhole ? 'found' : 'notFound');
      await to.encounters.close();
    }
    expect(broken.length).toBeGreaterThan(3 * n);
  });

  it('takes no command upon what is only half there', async () => {
    const from = await server();
    const to = await server();
    const id = await randomFight(from.encounters, rulesets.get('d20')!, 3, 400, false);
    const text = await copyOf(from, id);
    const sent = (async () => {
      for (;;) {
        const { kind } = await to.encounters.execute(id, note('x'), by());
        if (kind !== 'notFound') return kind;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const { result } = await take(to, text);
    expect(result).toBeNull();
    expect(await sent).toBe('done');
    expect((await copyOf(to, id)).startsWith(text.slice(0, text.lastIndexOf('{"encounter"')))).toBe(true);
  });

  it('is finished by the same again where the store fell away in the middle', async () => {
    const from = await server();
    const id = await running(from);
    for (let i = 0; i < 420; i += 1) done(await from.encounters.execute(id, note(String(i)), by()));
    const text = await copyOf(from, id);
    const store = faultyStore(await openStore('memory:'));
    const to = await server(undefined, store);
    store.plan(null, 'down');
    await expect(take(to, text)).rejects.toThrow('The store is down');
    expect((await take(to, text)).taken).toMatchObject([{ id, outcome: 'extended' }]);
    expect(await copyOf(to, id)).toBe(text);
  });

  it('refuses an event or a command that no store would take, before anything of it is appended', async () => {
    const from = await server();
    const to = await server();
    const id = await running(from);
    const lines = (await copyOf(from, id)).trimEnd().split('\n');
    const events = lines
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { event: StoredContent; proof: { salt: string } });
    const { event, proof } = events.at(-1)!;
    const { revision } = event as unknown as { revision: number };
    const notes = (length: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        event: {
          ...event,
          revision: revision + i + 1,
          id: randomUUID(),
          type: 'NoteAdded',
          data: { text: 'x'.repeat(length) },
        },
        proof,
      }));
    const command = randomUUID();
    const refused = async (some: readonly { event: StoredContent; proof: { salt: string } }[]) => {
      const all = [...events, ...some.map((one) => ({ ...one, event: { ...one.event, command } }))];
      return (await take(to, rewritten(id, lines[0]!, all, from.keys))).result;
    };
    expect(await refused(notes(270_000, 1))).toMatchObject({ problem: { code: 'lineTooLong' } });
    expect(await refused(notes(200_000, 6))).toMatchObject({ problem: { code: 'commandTooLarge' } });
    expect(await to.encounters.load(id, {}, ADMIN)).toEqual({ kind: 'notFound' });
    expect(await refused(notes(200_000, 4))).toBeNull();
  });

  it('refuses lines that are too long, not ended, not UTF-8 or not canonical', async () => {
    const to = await server();
    const codeOf = async (text: string) => (await take(to, text)).result?.problem.code;
    expect(await codeOf('x'.repeat(1_100_000))).toBe('lineTooLong');
    expect(await codeOf('{}')).toBe('lineNotEnded');
    expect(await codeOf('{ }\n')).toBe('notCanonical');
    expect(await codeOf(`${'['.repeat(200_000)}\n`)).toBe('notCanonical');
    expect(await codeOf('{}\n')).toBe('unknownKind');
    const bytes = (async function* () {
      yield Uint8Array.of(0xff, 0x0a);
    })();
    expect((await to.encounters.archive.take(bytes, 'r', () => undefined))?.problem.code).toBe('notUtf8');
  });
});
