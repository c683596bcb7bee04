import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@bitacora/api';
import { parseDocument } from 'yaml';
import { parseDockerfile } from './dockerfile.js';
import { filesForPeople, settingsIn, settingsOfServer, settingsOfTools } from './settings.js';

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly { subnet: string }[] } }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const KEYS = new Set([
  ...['image', 'build', 'profiles', 'environment', 'volumes', 'ports', 'networks', 'depends_on', 'healthcheck'],
  ...['restart', 'stop_grace_period', 'read_only', 'tmpfs', 'cap_drop', 'security_opt'],
]);

const document = parseDocument(readFileSync('docker/docker-compose.yml', 'utf8'), { merge: true });
const compose = document.toJS() as Compose;
const services = Object.entries(compose.services);
const stages = parseDockerfile(readFileSync('docker/Dockerfile', 'utf8'));
const nginx = readFileSync('docker/nginx.conf', 'utf8');

/** The names of a service's networks. */
const networksOf = ({ networks = [] }: Service): string[] =>
  Array.isArray(networks) ? [...(networks as string[])] : Object.keys(networks);

describe('docker-compose.yml', () => {
  it('is YAML, and has the parts that compose knows', () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    const parts = Object.keys(compose).filter((name) => !name.startsWith('x-'));
    expect(parts.toSorted()).toEqual(['name', 'networks', 'services', 'volumes']);
  });

  it.each(services)('describes %s with keys that compose knows, and an image of a pinned version', (_, service) => {
    expect(Object.keys(service).filter((key) => !KEYS.has(key))).toEqual([]);
    expect(service.image).toMatch(/:\d+\.\d+\.\d+[\w.-]*$/);
    if (service.build === undefined) return;
    const { context, dockerfile, target } = service.build;
    expect(existsSync(join('docker', context, dockerfile))).toBe(true);
    expect(stages.map(({ name }) => name)).toContain(target);
  });

  it.each(services)('gives %s volumes, networks and neighbours that are there', (_, service) => {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      const isThere = source.startsWith('.') ? existsSync(join('docker', source)) : source in compose.volumes;
      expect([volume, isThere]).toEqual([volume, true]);
    }
    for (const network of networksOf(service)) expect(Object.keys(compose.networks)).toContain(network);
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      const other = compose.services[name];
      expect([name, other !== undefined, condition]).toEqual([name, true, 'service_healthy']);
      const isChecked = other?.healthcheck !== undefined || other?.build?.target === 'runtime';
      expect([name, isChecked]).toEqual([name, true]);
      const isStarted = other?.profiles === undefined || other.profiles.some((one) => service.profiles?.includes(one));
      expect([name, isStarted]).toEqual([name, true]);
    }
  });

  it.each(services)('opens %s to this machine alone', (_, { ports = [] }) => {
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('gives one server on SQLite where nothing else is asked for', () => {
    expect(services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)).toEqual(['api']);
    expect(compose.services.api?.environment?.BITACORA_STORE).toBe('sqlite:/data/bitacora.db');
    expect(compose.services.api?.volumes).toEqual(['data:/data']);
  });

  it('gives as a cluster three nodes who know each other, and two servers who share their keys', () => {
    const nodes = ['kurrentdb1', 'kurrentdb2', 'kurrentdb3'];
    for (const name of nodes) {
      const { KURRENTDB_GOSSIP_SEED: seed = '', ...rest } = compose.services[name]?.environment ?? {};
      const others = nodes.filter((other) => other !== name).map((other) => `${other}:2113`);
      expect([seed.split(','), rest.KURRENTDB_CLUSTER_SIZE]).toEqual([others, '3']);
      expect(rest.KURRENTDB_NODE_HOST_ADVERTISE_AS).toBe(name);
    }
    const servers = ['api1', 'api2'].map((name) => compose.services[name]);
    for (const server of servers) {
      expect(server?.environment?.BITACORA_STORE).toContain(nodes.map((name) => `${name}:2113`).join(','));
      expect(server?.environment?.BITACORA_KEY_FILE).toBe('/keys/bitacora.keys');
      expect(server?.volumes).toEqual(['cluster-keys:/keys']);
    }
  });

  it.each(services.filter(([, { build }]) => build !== undefined))(
    'gives %s settings that the server takes',
    (_, service) => {
      const environment = service.environment ?? {};
      const config = readConfig({ BITACORA_HOST: '0.0.0.0', ...environment });
      expect([config.store, config.auth]).toEqual([environment.BITACORA_STORE, 'keys']);
    },
  );
});

describe('the proxy', () => {
  it('passes on to the servers of the cluster, WebSockets and events without a buffer included', () => {
    const upstreams = [...nginx.matchAll(/^\s*server (\w+):3000;$/gm)].map((found) => found[1]);
    expect(upstreams).toEqual(['api1', 'api2']);
    expect(nginx.match(/\{/g)).toHaveLength(nginx.match(/\}/g)?.length ?? 0);
    for (const line of [
      'proxy_http_version 1.1;',
      'proxy_set_header Upgrade $http_upgrade;',
      'proxy_buffering off;',
      'proxy_set_header X-Forwarded-For $remote_addr;',
    ]) {
      expect(nginx).toContain(line);
    }
  });

  it('is the one whose word about addresses is believed', () => {
    const { proxy, api1 } = compose.services;
    const address = (proxy?.networks as Record<string, { ipv4_address: string }>).cluster?.ipv4_address;
    expect(api1?.environment?.BITACORA_PROXIES).toBe(address);
    const [subnet = ''] = (compose.networks.cluster?.ipam.config ?? []).map((one) => one.subnet);
    expect(address?.startsWith(subnet.replace(/\.0\/24$/, '.'))).toBe(true);
  });
});

describe('the settings', () => {
  const known = settingsOfServer();
  const files = filesForPeople();

  it('that files for people speak of are read by the server, or by the tool or the tests', () => {
    const read = new Set([...known, ...settingsOfTools()]);
    const unknown = files.flatMap((file) =>
      settingsIn(readFileSync(file, 'utf8'))
        .filter((name) => !read.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('that the server reads are told to people', () => {
    const told = settingsIn(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
    expect(known.filter((name) => !told.includes(name))).toEqual([]);
  });
});
