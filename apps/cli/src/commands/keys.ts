import { KeysUnavailable, openKeyRing, type ApiKey, type KeyRing } from '@bitacora/access';
import { openStore } from '@bitacora/event-store';
import { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import type { Context } from '../context.js';
import { Failure, reasonOf } from '../failure.js';
import { printable } from '../printable.js';

const MAX_NAME = 100;

/** `keys`: the applications' keys, in the store that the server has; also while it runs. */
export function keysCommand(context: Context): Command {
  const { texts, out, err } = context;
  const keys = new Command('keys').description(texts.keys.about);
  keys.helpCommand(false);
  keys
    .command('create')
    .description(texts.keys.create)
    .argument('<NAME>', texts.keys.name)
    .action((name: string) =>
      withRing(context, async (ring) => {
        if (!/^[\p{L}\p{N}._ -]+$/u.test(name) || name.length > MAX_NAME) throw new Failure(texts.keys.badName, 2);
        const { about, token } = await ring.create(name);
        out(token);
        err(texts.keys.created(about.id));
      }),
    );
  keys
    .command('list')
    .description(texts.keys.list)
    .action(() =>
      withRing(context, async (ring) => {
        for (const key of await ring.list()) out(lineOf(key));
      }),
    );
  keys
    .command('revoke')
    .description(texts.keys.revoke)
    .argument('<ID>', texts.keys.id)
    .action((id: string) =>
      withRing(context, async (ring) => {
        err(texts.keys.revoked(printable((await ring.revoke(id)).name)));
      }),
    );
  return keys;
}

function lineOf({ id, createdAt, name }: ApiKey): string {
  return `${id}  ${createdAt}  ${printable(name)}`;
}

async function withRing({ env, texts }: Context, use: (ring: KeyRing) => Promise<void>): Promise<void> {
  const address = env.BITACORA_STORE || 'sqlite:data/bitacora.db';
  if (address === 'memory:') throw new Failure(texts.keys.notKept, 2);
  const store = await openStore(address).catch((error: unknown) => {
    throw new Failure(texts.keys.noStore(reasonOf(error)));
  });
  try {
    await use(openKeyRing(store, () => new Date(), randomUUID));
  } catch (error) {
    if (error instanceof KeysUnavailable) throw new Failure(texts.keys.unknown(printable(error.id)));
    throw error;
  } finally {
    await store.close();
  }
}
