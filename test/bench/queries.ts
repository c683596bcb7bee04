import { fighters } from './data.js';
import type { Section } from './harness.js';
import { Connection, request, throughput } from './http.js';
import { startApi } from './server.js';

const CONNECTIONS = 32;
const COMBATANTS = 12;
const REQUESTS = 2_000;

/** What a screen of the table needs. */
export const VIEW_FIELDS = `id name status revision clock { round pass stage }
  order { entries { key combatant entry score rank state } }
  acting suspended pending { rolls tie declarations }
  combatants { id name kind side status hidden sidelined withdrawn stats initiative { score parts { what value } }
    wounds resources delayed { round pass } prepared { condition } reserveDie { value untilRound } }
  conditions { id combatant name } declarations { id combatant action { kind label } state }
  available { key commands }`;

/** (c) The view of an encounter of twelve by GraphQL and REST, against the least that GraphQL can be asked. */
export async function queries(): Promise<Section[]> {
  const server = await startApi();
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(server.url));
  const [first] = connections as [Connection];
  const send = async (path: string, body: unknown): Promise<Record<string, never>> =>
    JSON.parse((await first.send(request('POST', path, body))).toString()) as Record<string, never>;
  const made = await send('/v1/encounters', {
    name: 'Bench',
    ruleset: 'eclipse-phase-1e',
    combatants: fighters(COMBATANTS),
  });
  const id = String((made.encounter as { readonly id: string } | undefined)?.id);
  const commands = `/v1/encounters/${id}/commands`;
  await send(commands, { type: 'start' });
  await send(commands, { type: 'rollInitiative' });
  const query = { query: `query View($id: ID!) { encounter(id: $id) { ${VIEW_FIELDS} } }`, variables: { id } };
  const bytes = (await first.send(request('POST', '/graphql', query))).length;
  const etag = `"${(JSON.parse((await first.send(request('GET', `/v1/encounters/${id}`))).toString()) as { revision: number }).revision}"`;

  const at = (asked: Buffer) => () => throughput(connections, asked, REQUESTS);
  let turn = 0;
  return [
    {
      id: 'c',
      title: `the view of an encounter of ${COMBATANTS}, ${CONNECTIONS} connections`,
      unit: 'requests/s',
      better: 'higher',
      note: `the GraphQL answer has ${bytes} bytes; "not kept" has another variable each time, so that it is executed`,
      subjects: [
        { name: '{ __typename }', round: at(request('POST', '/graphql', { query: '{ __typename }' })) },
        { name: 'GraphQL view, unchanged', round: at(request('POST', '/graphql', query)) },
        {
          name: 'GraphQL view, not kept',
          round: () => executedAnew(connections, query, REQUESTS / 4, () => (turn += 1)),
        },
        { name: 'REST view', round: at(request('GET', `/v1/encounters/${id}`)) },
        {
          name: 'REST view, known (304)',
          round: at(request('GET', `/v1/encounters/${id}`, undefined, { 'If-None-Match': etag })),
        },
        { name: 'GET /livez', round: at(request('GET', '/livez')) },
      ],
      close: async () => {
        for (const connection of connections) connection.close();
        await server.stop();
      },
    },
  ];
}

/** The document is known and valid; the variables are new each time, so that no answer can serve again. */
async function executedAnew(
  connections: readonly Connection[],
  query: { query: string; variables: object },
  count: number,
  next: () => number,
): Promise<number> {
  let left = count;
  const since = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (left > 0) {
        left -= 1;
        await connection.send(
          request('POST', '/graphql', { ...query, variables: { ...query.variables, unused: next() } }),
        );
      }
    }),
  );
  return (count * 1000) / (performance.now() - since);
}
