import type { FastifyInstance } from 'fastify';

interface Route {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

const tables = new WeakMap<object, Route[]>();

/** Remembers every route of `instance`, so that a wrong method can be told from a wrong path. */
export function rememberRoutes(instance: FastifyInstance): void {
  const routes: Route[] = [];
  tables.set(instance.server, routes);
  instance.addHook('onRoute', ({ url, method }) => {
    if (url !== '*') routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
}

/** The methods with which the path of `url` can be called; none where there is no such path. */
export function allowedMethods(instance: FastifyInstance, url: string): string[] {
  const path = url.split('?')[0] ?? '';
  const found = (tables.get(instance.server) ?? []).filter((route) => route.pattern.test(path));
  return [...new Set(found.flatMap((route) => route.methods))].sort();
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
