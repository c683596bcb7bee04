import { jest } from '@jest/globals';
import { paced } from './paced.js';

async function* texts(): AsyncGenerator<string> {
  yield 'a';
  yield 'b';
}

describe('a paced stream', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => jest.useRealTimers());

  it('gives all its texts, and cuts nobody who takes them in time', async () => {
    const cut = jest.fn();
    const stream = paced(texts(), 1_000, cut);
    const taken: unknown[] = [];
    for (let next = await stream.next(); next.done !== true; next = await stream.next()) {
      taken.push(next.value);
      jest.advanceTimersByTime(999);
    }
    jest.advanceTimersByTime(10_000);
    expect(taken).toEqual(['a', 'b']);
    expect(cut).not.toHaveBeenCalled();
  });

  it('cuts who leaves a text lying', async () => {
    const cut = jest.fn();
    const stream = paced(texts(), 1_000, cut);
    await stream.next();
    jest.advanceTimersByTime(1_000);
    expect(cut).toHaveBeenCalledTimes(1);
  });

  it('does not count the time in which there is nothing to take, nor that after the end', async () => {
    const cut = jest.fn();
    let tell: (text: string) => void = () => undefined;
    const said = new Promise<string>((resolve) => (tell = resolve));
    const stream = paced(
      (async function* () {
        yield await said;
      })(),
      1_000,
      cut,
    );
    const next = stream.next();
    await jest.advanceTimersByTimeAsync(60_000);
    tell('a');
    expect((await next).value).toBe('a');
    await stream.return();
    jest.advanceTimersByTime(60_000);
    expect(cut).not.toHaveBeenCalled();
  });
});
