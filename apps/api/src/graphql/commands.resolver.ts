import type { CommandName } from '@bitacora/engine';
import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Gate } from '../access/gate.js';
import { COMMAND_INPUTS } from '../schema/commands.js';
import { CommandResult, TargetArgs } from '../schema/graph.js';
import { callOf } from './call-of.js';
import type { GraphContext } from './context.js';
import { given } from './given.js';
import { MUTATIONS, type CommandMutation } from './mutations.js';
import { presentResult } from './present.js';

/** One mutation for each command: what they have in common is said once, the rest in {@link MUTATIONS}. */
@Resolver()
export class CommandsResolver {
  constructor(@Inject(Gate) private readonly gate: Gate) {}

  async send(type: CommandName, target: TargetArgs, input: object, context: GraphContext): Promise<CommandResult> {
    context.ensureKnows(target.id);
    const done = await this.gate.send(target.id, { ...given(input), type }, callOf(context, target));
    return presentResult(done, context.viewer);
  }
}

for (const [name, mutation] of Object.entries(MUTATIONS)) addMutation(name as CommandName, mutation);

/** Adds a method to the resolver, and describes it as decorators in a class would. */
function addMutation(name: CommandName, { about, input }: CommandMutation): void {
  const { prototype } = CommandsResolver;
  const value = function (this: CommandsResolver, target: TargetArgs, context: GraphContext, fields?: object | null) {
    return this.send(name, target, fields ?? {}, context);
  };
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  Reflect.defineMetadata('design:paramtypes', [TargetArgs, Object, COMMAND_INPUTS[name]], prototype, name);
  Args()(prototype, name, 0);
  Context()(prototype, name, 1);
  if (input !== 'none')
    Args('input', { type: () => COMMAND_INPUTS[name], nullable: input === 'optional' })(prototype, name, 2);
  Mutation(() => CommandResult, { description: about })(prototype, name, { value });
}
