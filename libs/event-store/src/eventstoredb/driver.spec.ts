import driver from '@eventstore/db-client';
import { ServerCredentials } from '@grpc/grpc-js';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../open.js';
import { event } from '../testing/contract/harness.js';
import { FakeEventStore } from '../testing/esdb/fake-event-store.js';
import { inFolder } from '../testing/temp-folder.js';
import { EventStoreDb } from './esdb-store.js';

describe('the driver’s traps, which the adapter goes around', () => {
  it('the driver’s own batch append waits for ever for a swallowed answer; ours does not', async () => {
    const fake = await FakeEventStore.start();
    const client = driver.EventStoreDBClient.connectionString(fake.url);
    fake.plan.add({ at: 'append', kind: 'swallow-after' });
    const hanging = client.appendToStream('encounter-1', [driver.jsonEvent({ type: 'T', data: {} })], {
      deadline: 100,
    });
    const settled = hanging.then(
      () => 'settled',
      () => 'settled',
    );
    expect(await Promise.race([settled, sleep(1_000, 'hanging')])).toBe('hanging');

    const store = await EventStoreDb.open(fake.url, { tryMs: 100 });
    fake.plan.add({ at: 'append', kind: 'swallow-after' });
    expect(await store.append('encounter-2', [event()], 'no_stream')).toMatchObject({ kind: 'appended' });
    await store.close();
    await client.dispose();
    await fake.stop();
  });

  it('an error of one client does not reach another one’s append', async () => {
    const fakes = [await FakeEventStore.start(), await FakeEventStore.start()] as const;
    const [one, other] = [await openStore(fakes[0].url), await openStore(fakes[1].url)];
    fakes[1].plan.add({ at: 'append', kind: 'delay' });
    const sent = other.append('encounter-1', [event()], 'no_stream');
    fakes[0].plan.add({ at: 'append', kind: 'drop-after' });
    expect(await one.append('encounter-1', [event()], 'no_stream')).toMatchObject({ kind: 'appended' });
    expect(await sent).toMatchObject({ kind: 'appended' });
    expect(fakes[1].model.log).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
    await Promise.all(fakes.map((fake) => fake.stop()));
  });
});

describe('TLS and credentials', () => {
  const hasOpenssl = ((): boolean => {
    try {
      execFileSync('openssl', ['version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  /** A certificate for 127.0.0.1, made for this test. */
  const certificate = (folder: string): { key: string; cert: string } => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=bitacora', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject],
      { stdio: 'ignore' },
    );
    return { key, cert };
  };

  (hasOpenssl ? it : it.skip)(
    'connects over TLS with name and password, and says when they are refused',
    inFolder(async (folder) => {
      const { key, cert } = certificate(folder);
      const credentials = ServerCredentials.createSsl(null, [
        { private_key: readFileSync(key), cert_chain: readFileSync(cert) },
      ]);
      const fake = await FakeEventStore.start({ credentials, user: { name: 'ana', password: 's@cret' } });
      const port = fake.nodes[0]?.port;
      const ca = `tlsCAFile=${encodeURIComponent(cert)}`;
      const store = await openStore(`esdb://ana:s%40cret@127.0.0.1:${port}?${ca}`);
      expect(await store.append('encounter-1', [event()], 'no_stream')).toMatchObject({ kind: 'appended' });
      expect(await store.head('encounter-1')).toBe(0n);
      const stranger = await openStore(`esdb://ana:wrong@127.0.0.1:${port}?${ca}`);
      const code = 'STORE_ACCESS_DENIED';
      await expect(stranger.append('encounter-1', [event()], 0n)).rejects.toMatchObject({ code });
      await expect(stranger.head('encounter-1')).rejects.toMatchObject({ code });
      await expect(stranger.subscribeAll()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code });
      const health = await stranger.health();
      expect(health.ok ? '' : health.reason).not.toContain('wrong');
      await Promise.all([store.close(), stranger.close()]);
      await fake.stop();
    }),
  );

  it('asks who leads when it is given several nodes', async () => {
    const fake = await FakeEventStore.start({ nodes: 3 });
    fake.elect(2);
    const store = await openStore(fake.url.replace('esdb://', 'esdb+discover://'));
    expect(await store.append('encounter-1', [event()], 'no_stream')).toMatchObject({ kind: 'appended' });
    await store.close();
    await fake.stop();
  });
});
