import { ObjectType } from '@nestjs/graphql';
import { Out } from './fields.js';
import { id, whole } from './kinds.js';

@ObjectType({ description: 'Whose past a branch shares.' })
export class ForkedFrom {
  @Out(id, 'The encounter’s id.')
  readonly encounter!: string;

  @Out(whole(1, 1_000_000_000), 'The last revision that is shared.')
  readonly revision!: number;
}
