import { upcaster } from './upcast.js';

const RENAMED = { type: 'NoteAdded', from: 1, up: ({ words }: Record<string, unknown>) => ({ text: words as string }) };
const SIGNED = { type: 'NoteAdded', from: 2, up: (data: object) => ({ ...data, by: null }) };

const KNOWN = ['NoteAdded', 'RoundEnded'];

describe('upcasting', () => {
  it('takes old data through every step up to the present version', () => {
    const { up, versionOf } = upcaster([SIGNED, RENAMED], KNOWN);
    expect(versionOf('NoteAdded')).toBe(3);
    expect(up('NoteAdded', 1, { words: 'a' })).toEqual({ text: 'a', by: null });
    expect(up('NoteAdded', 2, { text: 'a' })).toEqual({ text: 'a', by: null });
  });

  it('leaves present data as they are', () => {
    const { up, versionOf } = upcaster([RENAMED], KNOWN);
    const data = { text: 'a' };
    expect(up('NoteAdded', 2, data)).toBe(data);
    expect([versionOf('RoundEnded'), up('RoundEnded', 1, data)]).toEqual([1, data]);
  });

  it('does not guess what a newer program has written', () => {
    expect(() => upcaster([], KNOWN).up('NoteAdded', 2, {})).toThrow(
      'NoteAdded of version 2 was written by a newer program',
    );
  });

  it('gives what is of a type that only a newer program knows as it was written', () => {
    const { up, readAs } = upcaster([], KNOWN);
    const data = { wind: 'north' };
    expect([readAs('WeatherChanged', 4), up('WeatherChanged', 4, data)]).toEqual([4, data]);
  });

  it.each([[[SIGNED]], [[RENAMED, RENAMED]], [[RENAMED, { ...SIGNED, from: 3 }]]])(
    'has one step for each version',
    (steps) => {
      expect(() => upcaster(steps, KNOWN)).toThrow('no single step');
    },
  );
});
