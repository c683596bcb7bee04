import { KeysUnavailable, openKeyRing, type ApiKey, type KeyRing } from '@bitacora/access';
import { openStore, StoreError } from '@bitacora/event-store';
import { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Context } from '../context.js';
import { Failure, reasonOf } from '../failure.js';
import { fileOf, shown } from '../migrate/addresses.js';
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
    .action((name: string) => {
      if (!/^[\p{L}\p{N}._ -]+$/u.test(name) || name.length > MAX_NAME) throw new Failure(texts.keys.badName, 2);
      return withRing(context, 'made', async (ring, store) => {
        const { about, token } = await ring.create(name);
        out(token);
        err(texts.keys.created(about.id, printable(shown(store))));
      });
    });
  keys
    .command('list')
    .description(texts.keys.list)
    .action(() =>
      withRing(context, 'there', async (ring) => {
        for (const key of await ring.list()) out(lineOf(key));
      }),
    );
  keys
    .command('revoke')
    .description(texts.keys.revoke)
    .argument('<ID>', texts.keys.id)
    .action((id: string) =>
      withRing(context, 'there', async (ring) => {
        err(texts.keys.revoked(printable((await ring.revoke(id)).name)));
      }),
    );
  return keys;
}

function lineOf({ id, createdAt, name }: ApiKey): string {
  return `${id}  ${createdAt}  ${printable(name)}`;
}

function sentenceOf(error: unknown): string {
  return printable(shown(error instanceof StoreError ? error.message : reasonOf(error)));
}

/** Uses the keys of the store; a file that is not there is `made`, or refused as it should be `there`. */
async function withRing(
  { env, texts }: Context,
  file: 'made' | 'there',
  use: (ring: KeyRing, store: string) => Promise<void>,
): Promise<void> {
  const address = env.BITACORA_STORE || 'sqlite:data/bitacora.db';
  if (address === 'memory:') throw new Failure(texts.keys.notKept, 2);
  const path = fileOf(address);
  if (file === 'there' && path !== undefined && !existsSync(path))
    throw new Failure(texts.keys.noFile(printable(path)));
  const failed = (error: unknown) => new Failure(texts.keys.noStore(sentenceOf(error)));
  const store = await openStore(address).catch((error: unknown) => {
    throw failed(error);
  });
  try {
    await use(
      openKeyRing(store, () => new Date(), randomUUID),
      address,
    );
  } catch (error) {
    if (error instanceof KeysUnavailable) throw new Failure(texts.keys.unknown(printable(error.id)));
    if (error instanceof StoreError) throw failed(error);
    throw error;
  } finally {
    await store.close();
  }
}
