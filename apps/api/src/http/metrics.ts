import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Broadcast } from '../graphql/broadcast.js';

/** What Prometheus collects. Labels hold routes and codes, never ids. */
@Injectable()
export class Metrics implements OnModuleDestroy {
  private readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'bitacora_http_request_duration_seconds',
    help: 'Time to answer a call, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  private readonly refusals = new Counter({
    name: 'bitacora_refusals_total',
    help: 'Calls that were refused or failed, by code.',
    labelNames: ['code'],
    registers: [this.registry],
  });

  readonly sockets = new Gauge({
    name: 'bitacora_sockets',
    help: 'Open WebSockets.',
    registers: [this.registry],
  });

  private readonly subscriptions = new Gauge({
    name: 'bitacora_subscriptions',
    help: 'Subscriptions that go on.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Measures every call of `instance`. */
  observe(instance: FastifyInstance): void {
    instance.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    });
  }

  /** Counts an error by its code. */
  refused(code: string): void {
    this.refusals.inc({ code });
  }

  /** Counts a subscription until it is over. */
  follow({ over }: Broadcast): void {
    this.subscriptions.inc();
    over.addEventListener('abort', () => this.subscriptions.dec(), { once: true });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  onModuleDestroy(): void {
    this.registry.clear();
  }
}
