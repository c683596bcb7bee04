import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { explorer } from './explorer.js';

/** Nothing may be loaded, framed or run: what every answer but the pages says. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The pages load their own scripts and nothing from elsewhere. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The explorer's editor makes workers of texts, and styles as it goes. */
const EXPLORER_POLICY =
  "default-src 'none'; script-src 'self'; worker-src blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data: 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

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

/** Serves the pages for people: the API's description under `/docs`, where `/` leads, and the GraphQL explorer on `/graphql`. */
export function servePages(instance: FastifyInstance, openApi: () => unknown): void {
  const uiFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  void instance.register(fastifyStatic, {
    root: uiFolder,
    prefix: '/docs/assets/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => ASSETS.has(path),
  });
  instance.get('/', (_, reply) => reply.redirect('/docs'));
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

/** Whether the explorer's page is asked for: whoever takes HTML from there, also with a query, which the page then shows and does not run. */
export function isExplorerPage({ method, routeOptions, headers }: FastifyRequest): boolean {
  return method === 'GET' && routeOptions.url === '/graphql' && headers.accept?.includes('text/html') === true;
}

function page(reply: FastifyReply, type: string, policy: string): FastifyReply {
  return reply.headers({ 'Content-Type': type, 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
}
