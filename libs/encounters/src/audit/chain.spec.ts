import { createHash } from 'node:crypto';
import { canonical } from './canonical.js';
import { contentOf, genesisOf, hashAfter, leafOf, linked, newSalt } from './chain.js';
import type { EventEnvelope } from '../envelope.js';

const event: EventEnvelope = {
  revision: 1,
  position: '7',
  id: '5f8c0b3e-0000-5000-8000-000000000001',
  type: 'NoteAdded',
  version: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: 'admin',
  command: '5f8c0b3e-0000-4000-8000-000000000001',
  data: { text: 'ñ' },
};
const salt = '00112233445566778899aabbccddeeff';
const sha = (...parts: readonly (string | Buffer)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();

it('binds an event byte for byte as docs/audit.md says', () => {
  const content = contentOf(event);
  const leaf = sha(Buffer.of(0), Buffer.from(salt, 'hex'), canonical(content));
  const genesis = sha(Buffer.of(2), 'bitacora/chain/v1', Buffer.of(0), 'e1');
  expect(canonical(content)).toBe(
    '{"actor":"admin","at":"2026-01-01T00:00:00.000Z","command":"5f8c0b3e-0000-4000-8000-000000000001","data":{"text":"ñ"},' +
      '"id":"5f8c0b3e-0000-5000-8000-000000000001","revision":1,"type":"NoteAdded","version":1}',
  );
  expect(leafOf(content, salt)).toBe(leaf.toString('hex'));
  expect(genesisOf('e1')).toBe(genesis.toString('hex'));
  expect(hashAfter(genesisOf('e1'), content, salt)).toBe(sha(Buffer.of(1), genesis, leaf).toString('hex'));
  expect(linked(genesis.toString('hex'), leaf.toString('hex'))).toBe(hashAfter(genesisOf('e1'), content, salt));
});

it('gives another hash for another position in the encounter, and the same for another position in the store', () => {
  const at = (changed: Partial<EventEnvelope>) => leafOf(contentOf({ ...event, ...changed }), salt);
  expect(at({ position: '8' })).toBe(at({}));
  expect(at({ revision: 2 })).not.toBe(at({}));
  expect(leafOf(contentOf(event), newSalt())).not.toBe(at({}));
});
