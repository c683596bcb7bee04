import { evaluateExpression } from './expression.js';
import { parseExpression } from './parse-expression.js';

const evaluated = (text: string, faces: readonly number[]) => {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(result.code);
  return evaluateExpression(result.expression, faces);
};

describe('a rolled expression', () => {
  it('keeps and drops in the order of rolling', () => {
    expect(evaluated('4d6kh3', [2, 6, 1, 5])).toEqual({
      total: 13,
      faces: [2, 6, 1, 5],
      kept: [2, 6, 5],
      dropped: [1],
    });
    expect(evaluated('4d6kl1', [2, 6, 1, 5])).toMatchObject({ total: 1, kept: [1], dropped: [2, 6, 5] });
    expect(evaluated('4d6dh1', [2, 6, 1, 5])).toMatchObject({ total: 8, kept: [2, 1, 5], dropped: [6] });
    expect(evaluated('4d6dl3', [2, 6, 1, 5])).toMatchObject({ total: 6, kept: [6], dropped: [2, 1, 5] });
  });

  it('keeps as many of equal dice as it says', () => {
    expect(evaluated('4d6kh2', [3, 3, 3, 3])).toMatchObject({ total: 6, kept: [3, 3], dropped: [3, 3] });
  });

  it('compares faces as numbers', () => {
    expect(evaluated('2d20kh1', [9, 10])).toMatchObject({ total: 10, kept: [10] });
  });

  it('gives every term its own faces', () => {
    expect(evaluated('2d20kh1 - 2d4kl1 + 3', [4, 18, 3, 2])).toEqual({
      total: 19,
      faces: [4, 18, 3, 2],
      kept: [18, 2],
      dropped: [4, 3],
    });
  });

  it('has no negative zero, which JSON would lose', () => {
    expect(Object.is(evaluated('-1d6*0', [3]).total, 0)).toBe(true);
  });

  it.each([[[]], [[1]], [[1, 2, 3]], [[0, 1]], [[7, 1]], [[1.5, 1]]])('is a fault with the faces %j', (faces) => {
    expect(() => evaluated('2d6', faces)).toThrow(RangeError);
  });
});
