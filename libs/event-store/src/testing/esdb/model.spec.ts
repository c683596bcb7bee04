import fc from 'fast-check';
import { EsdbModel, type ModelExpected, type Proposed } from './model.js';

const event = (id: string): Proposed => ({
  id,
  type: 'T',
  contentType: 'application/json',
  data: new TextEncoder().encode('{}'),
  metadata: new Uint8Array(),
});
const list = (...ids: string[]): Proposed[] => ids.map(event);
const idsOf = (model: EsdbModel, stream = 'a'): string[] | string => {
  const found = model.readStream(stream, undefined, false, 99);
  return typeof found === 'string' ? found : found.map((each) => each.id);
};

describe('the fake’s model of an EventStoreDB', () => {
  it('takes the same ids after the same revision as the same append, and any part of it too, as the server does', () => {
    const model = new EsdbModel();
    model.append('a', list('1', '2', '3'), 'no_stream');
    expect(model.append('a', list('1', '2', '3'), 'no_stream')).toMatchObject({ kind: 'ok', revision: 2n });
    expect(model.append('a', list('2', '3'), 0n)).toMatchObject({ kind: 'ok', revision: 2n });
    expect(model.append('a', list('1', '2'), 'no_stream')).toMatchObject({ kind: 'ok', revision: 1n });
    expect(idsOf(model)).toEqual(['1', '2', '3']);
  });

  it('refuses other ids, a changed order and a longer append there', () => {
    const model = new EsdbModel();
    model.append('a', list('1', '2'), 'no_stream');
    for (const other of [list('9'), list('2', '1'), list('1', '2', '3')]) {
      expect(model.append('a', other, 'no_stream')).toEqual({ kind: 'wrong', current: 1n });
    }
  });

  it('knows an append without a revision again only as long as it remembers the ids', () => {
    const model = new EsdbModel({ rememberedIds: 2 });
    model.append('a', list('1'), 'any');
    expect(model.append('a', list('1'), 'any')).toMatchObject({ kind: 'ok', revision: 0n });
    model.append('b', list('2', '3'), 'any');
    expect(model.append('a', list('1'), 'any')).toMatchObject({ kind: 'ok', revision: 1n });
  });

  it('goes on after the last revision when something is appended to a soft-deleted stream', () => {
    const model = new EsdbModel();
    model.append('a', list('1', '2'), 'no_stream');
    model.delete('a', 1n);
    expect(idsOf(model)).toBe('missing');
    expect(model.append('a', list('3'), 'no_stream')).toMatchObject({ kind: 'ok', revision: 2n });
    expect(idsOf(model)).toEqual(['3']);
  });

  it('takes nothing and gives nothing after a tombstone', () => {
    const model = new EsdbModel();
    model.append('a', list('1'), 'no_stream');
    model.tombstone('a', 'any');
    expect(model.append('a', list('2'), 'any')).toEqual({ kind: 'deleted' });
    expect(idsOf(model)).toBe('deleted');
  });

  it('hides truncated events from the stream and not from the log', () => {
    const model = new EsdbModel();
    model.append('a', list('1', '2', '3', '4'), 'no_stream');
    model.setMetadata('a', { $tb: 1n });
    expect(idsOf(model)).toEqual(['2', '3', '4']);
    model.setMetadata('a', { $maxCount: 2 });
    expect(idsOf(model)).toEqual(['3', '4']);
    expect(model.log.filter((each) => each.stream === 'a')).toHaveLength(4);
  });

  it('keeps revisions dense, positions growing and every accepted id once, whatever is appended', () => {
    const expectations = fc.oneof(
      fc.constantFrom<ModelExpected>('no_stream', 'stream_exists', 'any'),
      fc.bigInt({ min: 0n, max: 12n }),
    );
    const ids = fc.uniqueArray(fc.nat(40).map(String), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), ids, expectations), { maxLength: 40 }), (script) => {
        const model = new EsdbModel();
        for (const [stream, add, expected] of script) {
          const before = model.log.length;
          const result = model.append(stream, list(...add), expected);
          expect([before, before + add.length]).toContain(model.log.length);
          if (result.kind !== 'ok') expect(model.log).toHaveLength(before);
        }
        for (const stream of ['a', 'b']) {
          const revisions = model.log.filter((each) => each.stream === stream).map((each) => each.revision);
          expect(revisions).toEqual(revisions.map((_, i) => BigInt(i)));
        }
        const positions = model.log.map((each) => each.position);
        expect(positions.every((each, i) => i === 0 || each > (positions[i - 1] ?? 0n))).toBe(true);
      }),
    );
  });
});
