import { runInNewContext } from 'node:vm';
import { explorer, START } from './explorer.js';

interface Options {
  readonly shouldPersistHeaders: boolean;
  readonly onEditHeaders: (text: string) => void;
  readonly connectionParams: () => Readonly<Record<string, unknown>>;
}

/** A close of a WebSocket, of a page's own. */
function closeEvent() {
  return class CloseEvent {
    constructor(
      readonly code: number,
      readonly reason: string,
    ) {}
  };
}

/** What the page gives to GraphiQL when it begins. */
function begun(CloseEvent = closeEvent()): Options {
  let given: unknown;
  runInNewContext(START, {
    CloseEvent,
    YogaGraphiQL: { renderYogaGraphiQL: (_root: unknown, options: unknown) => (given = options) },
    document: { querySelector: () => null },
  });
  return given as Options;
}

describe('the explorer', () => {
  it('sends over a WebSocket the token and the language that stand in its headers’ editor now', () => {
    const { onEditHeaders, connectionParams } = begun();
    const sent = () => ({ ...connectionParams() });
    expect(sent()).toEqual({ authorization: undefined, language: undefined });
    onEditHeaders('{"Authorization": "Bearer one", "accept-language": "es"}');
    expect(sent()).toEqual({ authorization: 'Bearer one', language: 'es' });
    onEditHeaders('{"Authorization": "Bear');
    expect(sent()).toEqual({ authorization: undefined, language: undefined });
  });

  it('keeps no token in the browser', () => {
    expect(begun().shouldPersistHeaders).toBe(false);
  });

  it('says why the server closed a WebSocket', () => {
    const Closed = closeEvent();
    begun(Closed);
    const said = [new Closed(4401, 'UNAUTHENTICATED'), new Closed(1006, '')].map((event) => JSON.stringify(event));
    expect(said).toEqual([
      '{"message":"UNAUTHENTICATED","code":4401}',
      '{"message":"The connection was lost.","code":1006}',
    ]);
  });

  it('brings the library that its beginning calls, and begins once', async () => {
    const { script } = await explorer();
    expect(script.match(/YogaGraphiQL\.renderYogaGraphiQL\(/g)).toHaveLength(1);
    expect(script).toContain('.renderYogaGraphiQL=');
    expect(script.endsWith(START)).toBe(true);
  });
});
