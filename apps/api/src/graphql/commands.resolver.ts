import type { CallContext, Encounters } from '@bitacora/encounters';
import { Accesses } from '../access/accesses.js';
import { Gate } from '../access/gate.js';
import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import type { CommandName } from '@bitacora/engine';
import { settled } from '../encounters/settled.js';
import { readIdempotencyKey } from '../http/call.js';
import {
  ActInput,
  AddCombatantInput,
  AdjustInitiativeInput,
  ApplyConditionInput,
  ContributeSeedInput,
  DecideTieInput,
  DeclareInput,
  DefendInput,
  DelayInput,
  EndInput,
  EndTurnInput,
  HealInput,
  JoinInput,
  MoveInOrderInput,
  NoteInput,
  PrepareInput,
  ReactInput,
  RecoverInput,
  RemoveCombatantInput,
  RemoveConditionInput,
  ReserveDieInput,
  ResolveInput,
  RollInitiativeInput,
  RollInput,
  SetStatusInput,
  SpendMoxieInput,
  TriggerInput,
  UpdateCombatantInput,
  VetoInput,
  WaiveInput,
  WithdrawInput,
  WoundInput,
} from '../schema/commands.js';
import { CommandResult, CreationResult, TargetArgs } from '../schema/graph.js';
import { CreateEncounterInput } from '../schema/inputs.js';
import { readCreation } from '../schema/read.js';
import { ENCOUNTERS } from '../tokens.js';
import type { GraphContext } from './context.js';
import { given } from './given.js';
import { presentResult } from './present.js';

const change = () => CommandResult;

/** One mutation for each command of the contract's section 4. */
@Resolver()
export class CommandsResolver {
  constructor(
    @Inject(ENCOUNTERS) private readonly encounters: Encounters,
    private readonly gate: Gate,
    private readonly accesses: Accesses,
  ) {}

  @Mutation(() => CreationResult, { description: 'Makes an encounter.' })
  async createEncounter(
    @Args('input') input: CreateEncounterInput,
    @Args('idempotencyKey', {
      type: () => String,
      nullable: true,
      description: 'The same key again gives the first answer again and makes nothing.',
    })
    idempotencyKey: string | null | undefined,
    @Context() context: GraphContext,
  ): Promise<CreationResult> {
    context.ensureMay('createEncounter');
    const creation = readCreation(given(input));
    const done = settled(await this.encounters.create(creation, callOf(context, { idempotencyKey })), creation.ruleset);
    const access = await this.accesses.grantMaster(context.caller, done.folded.id);
    return Object.assign(presentResult(done, context.viewer), { access });
  }

  @Mutation(change, { description: 'Somebody comes in.' })
  addCombatant(
    @Args() target: TargetArgs,
    @Args('input') input: AddCombatantInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('addCombatant', target, input, context);
  }

  @Mutation(change, { description: 'Changes a combatant.' })
  updateCombatant(
    @Args() target: TargetArgs,
    @Args('input') input: UpdateCombatantInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('updateCombatant', target, input, context);
  }

  @Mutation(change, { description: 'Takes a combatant out of the encounter for good.' })
  removeCombatant(
    @Args() target: TargetArgs,
    @Args('input') input: RemoveCombatantInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('removeCombatant', target, input, context);
  }

  @Mutation(change, { description: 'The first round begins.' })
  start(@Args() target: TargetArgs, @Context() context: GraphContext): Promise<CommandResult> {
    return this.send('start', target, {}, context);
  }

  @Mutation(change, {
    description: 'One batch of what the stage waits for now; whoever is not given faces is rolled by the server.',
  })
  rollInitiative(
    @Args() target: TargetArgs,
    @Args('input', { type: () => RollInitiativeInput, nullable: true }) input: RollInitiativeInput | null,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('rollInitiative', target, input ?? {}, context);
  }

  @Mutation(change, { description: 'Decides a tie that the dice left (Yôkai Sensô).' })
  decideTie(
    @Args() target: TargetArgs,
    @Args('input') input: DecideTieInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('decideTie', target, input, context);
  }

  @Mutation(change, { description: 'Says what a combatant does; with an outcome it is resolved at once.' })
  declare(
    @Args() target: TargetArgs,
    @Args('input') input: DeclareInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('declare', target, input, context);
  }

  @Mutation(change, { description: 'Says how a declared action came out.' })
  resolve(
    @Args() target: TargetArgs,
    @Args('input') input: ResolveInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('resolve', target, input, context);
  }

  @Mutation(change, { description: 'The activity never happened and costs nothing.' })
  veto(
    @Args() target: TargetArgs,
    @Args('input') input: VetoInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('veto', target, input, context);
  }

  @Mutation(change, { description: 'Ends a combatant’s turn.' })
  endTurn(
    @Args() target: TargetArgs,
    @Args('input') input: EndTurnInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('endTurn', target, input, context);
  }

  @Mutation(change, { description: 'Holds the turn’s action back.' })
  delay(
    @Args() target: TargetArgs,
    @Args('input') input: DelayInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('delay', target, input, context);
  }

  @Mutation(change, { description: 'Takes a delayed action now, or an open slot.' })
  act(
    @Args() target: TargetArgs,
    @Args('input') input: ActInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('act', target, input, context);
  }

  @Mutation(change, { description: 'Defends, at any moment.' })
  defend(
    @Args() target: TargetArgs,
    @Args('input') input: DefendInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('defend', target, input, context);
  }

  @Mutation(change, { description: 'Prepares an action for a condition (Yôkai Sensô).' })
  prepare(
    @Args() target: TargetArgs,
    @Args('input') input: PrepareInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('prepare', target, input, context);
  }

  @Mutation(change, { description: 'The condition is met: takes the prepared action.' })
  trigger(
    @Args() target: TargetArgs,
    @Args('input') input: TriggerInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('trigger', target, input, context);
  }

  @Mutation(change, { description: 'The condition is met: declines the prepared action.' })
  waive(
    @Args() target: TargetArgs,
    @Args('input') input: WaiveInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('waive', target, input, context);
  }

  @Mutation(change, { description: 'Spends the Reaction (Yôkai Sensô).' })
  react(
    @Args() target: TargetArgs,
    @Args('input') input: ReactInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('react', target, input, context);
  }

  @Mutation(change, { description: 'Recovers (Yôkai Sensô).' })
  recover(
    @Args() target: TargetArgs,
    @Args('input') input: RecoverInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('recover', target, input, context);
  }

  @Mutation(change, { description: 'Sets a die aside (Yôkai Sensô).' })
  reserveDie(
    @Args() target: TargetArgs,
    @Args('input') input: ReserveDieInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('reserveDie', target, input, context);
  }

  @Mutation(change, { description: 'Hides or steps aside (Yôkai Sensô).' })
  withdraw(
    @Args() target: TargetArgs,
    @Args('input') input: WithdrawInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('withdraw', target, input, context);
  }

  @Mutation(change, { description: 'Comes back into the fight (Yôkai Sensô).' })
  join(
    @Args() target: TargetArgs,
    @Args('input') input: JoinInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('join', target, input, context);
  }

  @Mutation(change, { description: 'Spends Moxie to go first (Eclipse Phase).' })
  spendMoxie(
    @Args() target: TargetArgs,
    @Args('input') input: SpendMoxieInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('spendMoxie', target, input, context);
  }

  @Mutation(change, { description: 'Inflicts wounds.' })
  wound(
    @Args() target: TargetArgs,
    @Args('input') input: WoundInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('wound', target, input, context);
  }

  @Mutation(change, { description: 'Heals wounds.' })
  heal(
    @Args() target: TargetArgs,
    @Args('input') input: HealInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('heal', target, input, context);
  }

  @Mutation(change, { description: 'Takes a combatant out, or brings it back.' })
  setStatus(
    @Args() target: TargetArgs,
    @Args('input') input: SetStatusInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('setStatus', target, input, context);
  }

  @Mutation(change, { description: 'Gives a combatant a condition.' })
  applyCondition(
    @Args() target: TargetArgs,
    @Args('input') input: ApplyConditionInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('applyCondition', target, input, context);
  }

  @Mutation(change, { description: 'Takes a condition away.' })
  removeCondition(
    @Args() target: TargetArgs,
    @Args('input') input: RemoveConditionInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('removeCondition', target, input, context);
  }

  @Mutation(change, { description: 'Changes an initiative score.' })
  adjustInitiative(
    @Args() target: TargetArgs,
    @Args('input') input: AdjustInitiativeInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('adjustInitiative', target, input, context);
  }

  @Mutation(change, { description: 'Puts a waiting entry elsewhere.' })
  moveInOrder(
    @Args() target: TargetArgs,
    @Args('input') input: MoveInOrderInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('moveInOrder', target, input, context);
  }

  @Mutation(change, { description: 'Any other roll of the table.' })
  roll(
    @Args() target: TargetArgs,
    @Args('input') input: RollInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('roll', target, input, context);
  }

  @Mutation(change, { description: 'Notes something down.' })
  note(
    @Args() target: TargetArgs,
    @Args('input') input: NoteInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('note', target, input, context);
  }

  @Mutation(change, { description: 'Puts a player’s own seed into the server’s dice, before the start.' })
  contributeSeed(
    @Args() target: TargetArgs,
    @Args('input') input: ContributeSeedInput,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('contributeSeed', target, input, context);
  }

  @Mutation(change, { description: 'Closes a stage that waits for nobody but might be used.' })
  advance(@Args() target: TargetArgs, @Context() context: GraphContext): Promise<CommandResult> {
    return this.send('advance', target, {}, context);
  }

  @Mutation(change, { description: 'Takes back the last command that is not undone.' })
  undo(@Args() target: TargetArgs, @Context() context: GraphContext): Promise<CommandResult> {
    return this.send('undo', target, {}, context);
  }

  @Mutation(change, { description: 'Brings back the command that was undone last.' })
  redo(@Args() target: TargetArgs, @Context() context: GraphContext): Promise<CommandResult> {
    return this.send('redo', target, {}, context);
  }

  @Mutation(change, { description: 'Ends the encounter.' })
  end(
    @Args() target: TargetArgs,
    @Args('input', { type: () => EndInput, nullable: true }) input: EndInput | null,
    @Context() context: GraphContext,
  ): Promise<CommandResult> {
    return this.send('end', target, input ?? {}, context);
  }

  private async send(
    type: CommandName,
    target: TargetArgs,
    input: object,
    context: GraphContext,
  ): Promise<CommandResult> {
    context.ensureKnows(target.id);
    const done = await this.gate.send(target.id, { ...given(input), type }, callOf(context, target));
    return presentResult(done, context.viewer);
  }
}

/** Under which conditions a command counts. */
interface Conditions {
  readonly idempotencyKey?: string | null | undefined;
  readonly ifMatch?: number | null | undefined;
}

function callOf(context: GraphContext, { idempotencyKey, ifMatch }: Conditions): CallContext {
  const key = readIdempotencyKey(idempotencyKey ?? undefined);
  return {
    viewer: context.viewer,
    requestId: context.requestId,
    ...(key !== undefined && { idempotencyKey: key }),
    ...(typeof ifMatch === 'number' && { ifMatch }),
  };
}
