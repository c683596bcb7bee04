import { parseAddress } from './address.js';
import { Driver, type DriverModule } from './driver.js';

it('closing ends although the driver waits for ever for a stream that was cut', async () => {
  const client = { dispose: () => new Promise<void>(() => undefined) };
  const module = { EventStoreDBClient: { connectionString: () => client } } as unknown as DriverModule;
  const driver = new Driver(module, parseAddress('esdb://127.0.0.1:1?tls=false'), {
    tryMs: 20,
    callMs: 50,
    watchMs: 50,
  });
  await expect(driver.close()).resolves.toBeUndefined();
  expect(driver.closed).toBe(true);
});
