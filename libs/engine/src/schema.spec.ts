import { checkFields, toJsonSchema, type Fields } from './schema.js';

const title = { en: 'Title', es: 'Título' };

const fields: Fields = {
  strength: { type: 'integer', min: 1, max: 5, title, unit: { en: 'dots', es: 'puntos' } },
  speed: { type: 'integer', min: 1, max: 4, default: 1, title },
  luck: { type: 'integer', min: 0, max: 9, optional: true, title },
  brave: { type: 'boolean', default: false, title },
  hand: {
    type: 'choice',
    choices: ['left', 'right'],
    default: 'right',
    title,
    choiceTitles: { left: title, right: title },
  },
  motto: { type: 'text', maxLength: 5, optional: true, title, check: (text) => text !== 'no', format: title },
  modifiers: { type: 'modifiers', title },
};

const problemOf = (given: object) => {
  const checked = checkFields(fields, given as never);
  return checked.ok ? null : `${checked.problem.pointer} ${checked.problem.problem}`;
};

describe('fields', () => {
  it('are completed with their defaults; what may stay away stays away', () => {
    expect(checkFields(fields, { strength: 3 })).toEqual({
      ok: true,
      value: { strength: 3, speed: 1, brave: false, hand: 'right' },
    });
  });

  it('are kept as they were given, both bounds included', () => {
    const given = {
      strength: 5,
      speed: 4,
      luck: 0,
      brave: true,
      hand: 'left',
      motto: 'abcde',
      modifiers: [{ what: 'x', value: -1000 }],
    };
    expect(checkFields(fields, given)).toEqual({ ok: true, value: given });
  });

  it.each([
    [{}, '/strength missing'],
    [{ strength: 0 }, '/strength notInRange'],
    [{ strength: 6 }, '/strength notInRange'],
    [{ strength: 1.5 }, '/strength notInRange'],
    [{ strength: '3' }, '/strength notInRange'],
    [{ strength: 3, brave: 1 }, '/brave notABoolean'],
    [{ strength: 3, hand: 'both' }, '/hand notAChoice'],
    [{ strength: 3, motto: 'abcdef' }, '/motto notSuchAText'],
    [{ strength: 3, motto: 'no' }, '/motto notSuchAText'],
    [{ strength: 3, weight: 1 }, '/weight unknownField'],
    [{ strength: 3, toString: 1 }, '/toString unknownField'],
    [{ strength: 3, modifiers: {} }, '/modifiers notModifiers'],
    [
      { strength: 3, modifiers: Array.from({ length: 51 }, () => ({ what: 'x', value: 1 })) },
      '/modifiers notModifiers',
    ],
    [{ strength: 3, modifiers: [{ what: 'x', value: 1 }, { what: 'x' }] }, '/modifiers/1 notAModifier'],
    [{ strength: 3, modifiers: [{ what: 'x', value: 1001 }] }, '/modifiers/0 notAModifier'],
    [{ strength: 3, modifiers: [{ what: 'x', value: 1, why: 'y' }] }, '/modifiers/0 notAModifier'],
  ])('%j: %s', (given, problem) => {
    expect(problemOf(given)).toBe(problem);
  });

  it('are told as a JSON Schema with ranges, defaults, units and titles in both languages', () => {
    expect(toJsonSchema(fields)).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['strength'],
      properties: {
        strength: { type: 'integer', minimum: 1, maximum: 5, 'x-title': title, 'x-unit': { en: 'dots', es: 'puntos' } },
        speed: { default: 1 },
        hand: { enum: ['left', 'right'], 'x-enumTitles': { left: title } },
        motto: { maxLength: 5, 'x-format': title },
        modifiers: { type: 'array', maxItems: 50 },
      },
    });
  });
});
