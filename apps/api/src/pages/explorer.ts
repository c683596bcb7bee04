/** What the page of the GraphQL explorer is made of. */
export interface Explorer {
  readonly page: string;
  readonly script: string;
  readonly style: string;
}

const TITLE = 'Bitácora: GraphQL';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${TITLE}</title>
    <link rel="stylesheet" href="/graphql/explorer.css" />
    <link rel="icon" href="/docs/assets/favicon-32x32.png" />
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>This page needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="/graphql/explorer.js"></script>
  </body>
</html>
`;

const FIRST_QUERY = `# Where a token is wanted: under Headers
#   { "Authorization": "Bearer …" }
# then load the schema again (arrows, left).
#
# To follow a combat:
#   subscription {
#     encounterChanged(id: "…") {
#       revision events { type data }
#     }
#   }

{
  encounters(first: 5) {
    edges {
      node {
        id
        name
        status
        revision
        acting
      }
    }
  }
}
`;

/**
 * How GraphiQL begins. What it does not do by itself: a WebSocket, which has no headers in a browser, sends those of the
 * editor in `connection_init`; tokens stay in the page and are not kept in the browser's storage; a socket that the
 * server closed says why.
 */
export const START = `
let typed = '';
const given = (name) => {
  try {
    return Object.entries(JSON.parse(typed)).find(([key]) => key.toLowerCase() === name)?.[1];
  } catch {
    return undefined;
  }
};
CloseEvent.prototype.toJSON = function () {
  return { message: this.reason || 'The connection was lost.', code: this.code };
};
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
  title: ${JSON.stringify(TITLE)},
  endpoint: '/graphql',
  subscriptionsProtocol: 'WS',
  defaultQuery: ${JSON.stringify(FIRST_QUERY)},
  shouldPersistHeaders: false,
  onEditHeaders: (text) => {
    typed = text;
  },
  connectionParams: () => ({ authorization: given('authorization'), language: given('accept-language') }),
});
`;

let made: Promise<Explorer> | undefined;

/** GraphiQL with all that it needs, loaded when it is first asked for; its script and style are for files of their own. */
export function explorer(): Promise<Explorer> {
  return (made ??= import('@graphql-yoga/render-graphiql').then(({ renderGraphiQL }) => {
    const whole = renderGraphiQL();
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(whole) ?? [];
    const from = whole.indexOf('<script>') + '<script>'.length;
    const library = whole.slice(from, whole.lastIndexOf('YogaGraphiQL.renderYogaGraphiQL('));
    return { page: PAGE, script: `${library}${START}`, style };
  }));
}
