/** A bound that the environment can move: its variable, its default, and between what it may be. */
export interface Limit {
  readonly variable: string;
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  /** What it bounds, for the documents. */
  readonly about: string;
}

/** Every bound of what one caller can ask of the server; the rates are apart, as their defaults follow from the mode. */
export const LIMITS = {
  body: limit('BITACORA_MAX_BODY', 256 * 1024, 1_024, 16 * 1024 * 1024, 'bytes of a body, and of a WebSocket message'),
  jsonDepth: limit('BITACORA_MAX_JSON_DEPTH', 32, 4, 256, 'levels of a JSON body'),
  jsonItems: limit('BITACORA_MAX_JSON_ITEMS', 1_000, 10, 100_000, 'items of a list in a JSON body'),
  jsonText: limit('BITACORA_MAX_JSON_TEXT', 65_536, 1_000, 1_048_576, 'UTF-16 units of a text in a JSON body'),
  graphDepth: limit('BITACORA_GRAPHQL_DEPTH', 10, 4, 100, 'levels of a GraphQL document'),
  graphCost: limit('BITACORA_GRAPHQL_COST', 5_000, 100, 1_000_000, 'cost of a GraphQL document: see below'),
  graphNodes: limit(
    'BITACORA_GRAPHQL_NODES',
    2_000,
    100,
    1_000_000,
    'nodes that nested pages of one document can hold',
  ),
  graphAliases: limit('BITACORA_GRAPHQL_ALIASES', 15, 1, 1_000, 'aliases in a GraphQL document'),
  graphDirectives: limit('BITACORA_GRAPHQL_DIRECTIVES', 50, 1, 1_000, 'directives in a GraphQL document'),
  graphTokens: limit('BITACORA_GRAPHQL_TOKENS', 1_000, 100, 100_000, 'tokens of a GraphQL document'),
  graphMs: limit(
    'BITACORA_GRAPHQL_MS',
    45_000,
    100,
    600_000,
    'milliseconds that a GraphQL query may take, and before which each mutation must begin',
  ),
  connections: limit(
    'BITACORA_CONNECTIONS',
    200,
    1,
    100_000,
    'WebSockets and event streams that one token (without one: one address) holds open',
  ),
  socketInitMs: limit(
    'BITACORA_SOCKET_INIT_MS',
    3_000,
    100,
    60_000,
    'milliseconds until a WebSocket must have sent `connection_init`',
  ),
  subscriptions: limit('BITACORA_SUBSCRIPTIONS', 20, 1, 1_000, 'subscriptions that go on over one WebSocket'),
  slowMs: limit('BITACORA_SLOW_MS', 10_000, 100, 300_000, 'milliseconds in which a follower must take what is sent'),
  headersMs: limit(
    'BITACORA_HEADERS_MS',
    10_000,
    100,
    300_000,
    'milliseconds in which a request’s headers must arrive',
  ),
  requestMs: limit('BITACORA_REQUEST_MS', 15_000, 100, 300_000, 'milliseconds in which a whole request must arrive'),
  keepAliveMs: limit('BITACORA_KEEP_ALIVE_MS', 5_000, 100, 300_000, 'milliseconds that a connection may be idle'),
} as const satisfies Readonly<Record<string, Limit>>;

/** The bounds of one server. */
export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;

/** The bounds where the environment says nothing. */
export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { fallback }]) => [name, fallback]),
) as Limits;

function limit(variable: string, fallback: number, min: number, max: number, about: string): Limit {
  return { variable, fallback, min, max, about };
}
