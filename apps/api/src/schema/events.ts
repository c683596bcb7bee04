import { EVENT_TYPES } from '@bitacora/engine';
import { ObjectType } from '@nestjs/graphql';
import { EventType } from './enums.js';
import { Out } from './fields.js';
import { choice, counted, id, json, text, time, type Kind } from './kinds.js';

/** In REST the types that we know are examples: others may come. */
const eventType: Kind = { ...choice(EventType), openapi: () => ({ type: 'string', examples: [...EVENT_TYPES] }) };

@ObjectType({ description: 'Something that happened: never changed, never taken away.' })
export class Event {
  @Out(counted, 'Its place in the encounter, from 1.')
  readonly revision!: number;

  @Out(text(200), 'Its place among the events of all encounters. Opaque.')
  readonly position!: string;

  @Out(id, 'Its id, a UUID.')
  readonly id!: string;

  @Out(eventType, 'What happened; an imported log may hold types that only a newer program knows.')
  readonly type!: string;

  @Out(counted, 'The version of the data’s shape.')
  readonly version!: number;

  @Out(time, 'When.')
  readonly at!: string;

  @Out(text(200), 'Who sent the command.')
  readonly actor!: string;

  @Out(id, 'The id that all events of one command share.')
  readonly command!: string;

  @Out(json, 'The facts; which, depends on the type.')
  readonly data!: Record<string, unknown>;
}

@ObjectType({
  description: 'The signed end of an encounter’s chain of hashes: keep it to show later that nothing was changed.',
})
export class Head {
  @Out(counted, 'The last revision.')
  readonly revision!: number;

  @Out(text(64), 'The chain’s hash there, in hex.')
  readonly hash!: string;

  @Out(id, 'The id of the key that signed: see `/.well-known/bitacora-keys`.')
  readonly key!: string;

  @Out(text(200), 'The Ed25519 signature, in base64url.')
  readonly signature!: string;
}
