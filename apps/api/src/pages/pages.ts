import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Nothing may be loaded, framed or run: what every answer but the pages says. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The pages load their own scripts and nothing from elsewhere. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The explorer's editor makes workers of texts, and styles as it goes. */
const EXPLORER_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; worker-src blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data: 'self'; connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'";

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bitácora: the API</title>
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
    <link rel="icon" href="/docs/assets/favicon-32x32.png" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const DOCS_SCRIPT = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });
`;

const ASSETS = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);

/** Serves the pages for people: the API's description under `/docs`, and the GraphQL explorer on `/graphql`. */
export function servePages(instance: FastifyInstance, openApi: () => unknown): void {
  const uiFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  void instance.register(fastifyStatic, {
    root: uiFolder,
    prefix: '/docs/assets/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => ASSETS.has(path),
  });
  instance.get('/docs', (_, reply) => page(reply, HTML, DOCS_POLICY).send(DOCS_PAGE));
  instance.get('/docs/start.js', (_, reply) => page(reply, SCRIPT, DOCS_POLICY).send(DOCS_SCRIPT));
  instance.get('/openapi.json', (_, reply) => reply.send(openApi()));
  serveExplorer(instance);
}

function serveExplorer(instance: FastifyInstance): void {
  instance.addHook('onRequest', async (request, reply) => {
    if (isExplorerPage(request)) return page(reply, HTML, EXPLORER_POLICY).send((await explorer()).page);
  });
  instance.get('/graphql/explorer.js', async (_, reply) =>
    page(reply, SCRIPT, EXPLORER_POLICY).send((await explorer()).script),
  );
  instance.get('/graphql/explorer.css', async (_, reply) =>
    page(reply, 'text/css; charset=utf-8', EXPLORER_POLICY).send((await explorer()).style),
  );
}

/** Whether the explorer's page is asked for. */
export function isExplorerPage({ method, routeOptions, headers, url }: FastifyRequest): boolean {
  return method === 'GET' && routeOptions.url === '/graphql' && wantsPage(headers.accept, url);
}

function wantsPage(accept: string | undefined, url: string): boolean {
  return accept?.includes('text/html') === true && !url.includes('query=');
}

function page(reply: FastifyReply, type: string, policy: string): FastifyReply {
  return reply.headers({ 'Content-Type': type, 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
}

interface Explorer {
  readonly page: string;
  readonly script: string;
  readonly style: string;
}

let made: Promise<Explorer> | undefined;

/** GraphiQL with all that it needs, loaded when it is first asked for; its script and style go into files of their own. */
function explorer(): Promise<Explorer> {
  return (made ??= import('@graphql-yoga/render-graphiql').then(({ renderGraphiQL }) => {
    const whole = renderGraphiQL({
      title: 'Bitácora: GraphQL',
      endpoint: '/graphql',
      subscriptionsProtocol: 'WS',
      defaultQuery: '{\n  rulesets {\n    id\n    names {\n      en\n    }\n  }\n}\n',
    });
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(whole) ?? [];
    const from = whole.indexOf('<script>') + '<script>'.length;
    const script = whole.slice(from, whole.lastIndexOf('</script>'));
    return { style, script, page: EXPLORER_PAGE };
  }));
}

const EXPLORER_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bitácora: GraphQL</title>
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
