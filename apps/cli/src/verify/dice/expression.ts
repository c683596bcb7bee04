/** What an expression's faces come to: docs/dice.md, section 1. */
export interface Outcome {
  readonly total: number;
  readonly kept: readonly number[];
  readonly dropped: readonly number[];
}

/** A written expression, read. */
export interface Expression {
  /** Each die's number of faces, in the order of the text. */
  readonly dice: readonly number[];
  /** Counts one face for each of `dice`; null where a partial total is out of bounds. */
  readonly count: (faces: readonly number[]) => Outcome | null;
}

const MAX_TEXT = 200;
const MAX_DICE = 100;
const MAX_FACES = 1000;
const MAX_NUMBER = 1_000_000;
const MAX_TOTAL = 1_000_000_000;
const TOKEN = /[ \t\u00a0]*(?:(\d+)|(kh|kl|dh|dl)|([d%+*()-]))[ \t\u00a0]*/gy;

interface Throw {
  readonly faces: readonly number[];
  next: number;
  readonly kept: number[];
  readonly dropped: number[];
}

type Node = (thrown: Throw) => number;

class Unreadable extends Error {}

/** Reads an expression; null where the text is none. */
export function readExpression(text: string): Expression | null {
  if (text.length > MAX_TEXT) return null;
  const tokens = tokensOf(text.toLowerCase());
  if (tokens === null) return null;
  const reader = new Reader(tokens);
  try {
    const root = reader.whole();
    return { dice: reader.dice, count: (faces) => count(root, faces) };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function tokensOf(text: string): string[] | null {
  const tokens = [...text.matchAll(TOKEN)];
  if (tokens.reduce((length, match) => length + match[0].length, 0) !== text.length) return null;
  return tokens.map((match) => match[0].replace(/[ \t\u00a0]/g, ''));
}

function count(root: Node, faces: readonly number[]): Outcome | null {
  const thrown: Throw = { faces, next: 0, kept: [], dropped: [] };
  try {
    const total = root(thrown) + 0;
    return { total, kept: thrown.kept, dropped: thrown.dropped };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function bounded(value: number): number {
  if (Math.abs(value) > MAX_TOTAL) throw new Unreadable();
  return value;
}

/** Reads tokens by the grammar, one function a rule. */
class Reader {
  readonly dice: number[] = [];
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  whole(): Node {
    const root = this.sum();
    if (this.at < this.tokens.length || this.dice.length === 0) throw new Unreadable();
    return root;
  }

  private sum(): Node {
    let left = this.product();
    for (let sign = this.taken('+', '-'); sign !== null; sign = this.taken('+', '-')) {
      const [first, second, factor] = [left, this.product(), sign === '+' ? 1 : -1];
      left = (thrown) => bounded(first(thrown) + factor * second(thrown));
    }
    return left;
  }

  private product(): Node {
    let left = this.signed();
    while (this.taken('*') !== null) {
      const [first, second] = [left, this.signed()];
      left = (thrown) => bounded(first(thrown) * second(thrown));
    }
    return left;
  }

  private signed(): Node {
    const negative = this.taken('+', '-') === '-';
    const factor = this.factor();
    return negative ? (thrown) => -factor(thrown) : factor;
  }

  private factor(): Node {
    if (this.taken('(') !== null) {
      const inner = this.sum();
      if (this.taken(')') === null) throw new Unreadable();
      return inner;
    }
    const number = this.number();
    if (this.taken('d') !== null) return this.thrownDice(number ?? 1);
    if (number === null) throw new Unreadable();
    return () => number;
  }

  private thrownDice(count: number): Node {
    const faces = this.taken('%') !== null ? 100 : (this.number() ?? 0);
    if (count < 1 || this.dice.length + count > MAX_DICE || faces < 1 || faces > MAX_FACES) throw new Unreadable();
    for (let i = 0; i < count; i += 1) this.dice.push(faces);
    const { highest, kept } = this.selector(count);
    return (thrown) => keep(thrown, count, kept, highest);
  }

  private selector(count: number): { highest: boolean; kept: number } {
    const selector = this.taken('kh', 'kl', 'dh', 'dl');
    if (selector === null) return { highest: true, kept: count };
    const number = this.number() ?? 1;
    const kept = selector.startsWith('k') ? number : count - number;
    if (kept < 1 || kept > count) throw new Unreadable();
    return { highest: selector === 'kh' || selector === 'dl', kept };
  }

  private number(): number | null {
    const token = this.tokens[this.at];
    if (token === undefined || !/^\d/.test(token)) return null;
    this.at += 1;
    if (Number(token) > MAX_NUMBER) throw new Unreadable();
    return Number(token);
  }

  private taken(...wanted: readonly string[]): string | null {
    const token = this.tokens[this.at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.at += 1;
    return token;
  }
}

/** The sum of the `kept` highest or lowest of the next `count` faces; of equal ones the earlier are kept. */
function keep(thrown: Throw, count: number, kept: number, highest: boolean): number {
  const faces = thrown.faces.slice(thrown.next, thrown.next + count);
  thrown.next += count;
  const order = faces.map((face, index) => ({ face, index }));
  order.sort((a, b) => (highest ? b.face - a.face : a.face - b.face) || a.index - b.index);
  const chosen = new Set(order.slice(0, kept).map(({ index }) => index));
  faces.forEach((face, index) => (chosen.has(index) ? thrown.kept : thrown.dropped).push(face));
  return faces.reduce((sum, face, index) => (chosen.has(index) ? sum + face : sum), 0);
}
