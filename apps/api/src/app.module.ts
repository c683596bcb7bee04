import { openAccess, type Access } from '@bitacora/access';
import { openEncounters, type Encounters, type EncountersDeps, type ServerKeys } from '@bitacora/encounters';
import { openStore, type EventStore } from '@bitacora/event-store';
import { rulesets } from '@bitacora/rulesets';
import { Inject, Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { AccessController } from './access/access.controller.js';
import { Accesses } from './access/accesses.js';
import { Gate } from './access/gate.js';
import { ArchiveController } from './archive/archive.controller.js';
import { TransferController } from './archive/transfer.controller.js';
import { Branches } from './branches/branches.js';
import { BranchesController } from './branches/branches.controller.js';
import type { Config } from './config.js';
import { EncountersController } from './encounters/encounters.controller.js';
import { EventsController } from './encounters/events.controller.js';
import { RuleSetsController } from './encounters/rulesets.controller.js';
import { GraphModule } from './graphql/graphql.module.js';
import { openKeys } from './keys.js';
import { Connections } from './http/connections.js';
import { Metrics } from './http/metrics.js';
import { Streams } from './http/streams.js';
import { OddsController } from './odds/odds.controller.js';
import { OddsDesk } from './odds/odds.js';
import { HealthController } from './pages/health.controller.js';
import type { Rates } from './http/rates.js';
import { ACCESS, CLOCK, CONFIG, ENCOUNTERS, KEYS, LOG, RATES, RULESETS, STORE } from './tokens.js';

/** What tests put in the place of the real thing. */
export type Parts = Partial<Omit<EncountersDeps, 'rulesets'>>;

/** The one place where store, rule sets, dice and clock are chosen. */
function chosen(config: Config, log: Logger, rates: Rates, parts: Parts): Provider[] {
  const clock = parts.clock ?? (() => new Date());
  const ids = parts.ids ?? (() => randomUUID());
  return [
    { provide: CONFIG, useValue: config },
    { provide: LOG, useValue: log },
    { provide: RATES, useValue: rates },
    { provide: CLOCK, useValue: clock },
    { provide: RULESETS, useValue: rulesets },
    { provide: KEYS, useFactory: () => parts.keys ?? openKeys(config) },
    { provide: STORE, useFactory: () => parts.store ?? openStore(config.store) },
    {
      provide: ENCOUNTERS,
      inject: [STORE, KEYS],
      useFactory: (store: EventStore, keys: ServerKeys) =>
        openEncounters({
          store,
          rulesets,
          keys,
          clock,
          ids,
          ...(parts.dice && { dice: parts.dice }),
          ...(parts.cache && { cache: parts.cache }),
        }),
    },
    {
      provide: ACCESS,
      inject: [STORE],
      useFactory: (store: EventStore) => openAccess({ store, clock, ids }),
    },
    Accesses,
    Branches,
    OddsDesk,
    Gate,
    Connections,
    Metrics,
    Streams,
  ];
}

/** What both edges need. */
@Module({})
class CoreModule implements OnApplicationShutdown {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    @Inject(ACCESS) private readonly access: Access,
    @Inject(STORE) private readonly store: EventStore,
    private readonly odds: OddsDesk,
  ) {}

  static of(config: Config, log: Logger, rates: Rates, parts: Parts): DynamicModule {
    const providers = chosen(config, log, rates, parts);
    return {
      module: CoreModule,
      global: true,
      providers,
      exports: providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide)),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.odds.close();
    await this.encounters.close();
    await this.access.close();
    await this.store.close();
  }
}

/** The application: both edges around the core. */
@Module({})
export class AppModule {
  static of(config: Config, log: Logger, rates: Rates, parts: Parts = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.of(config, log, rates, parts), GraphModule],
      controllers: [
        EncountersController,
        EventsController,
        ArchiveController,
        BranchesController,
        OddsController,
        TransferController,
        AccessController,
        RuleSetsController,
        HealthController,
      ],
    };
  }
}
