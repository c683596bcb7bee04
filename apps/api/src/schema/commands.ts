import type { Type } from '@nestjs/common';
import * as roster from './commands/roster.js';
import * as table from './commands/table.js';
import * as turns from './commands/turns.js';

/** The class of every command's body, by its name: the same for both edges. */
export const COMMAND_INPUTS = {
  addCombatant: roster.AddCombatantInput,
  updateCombatant: roster.UpdateCombatantInput,
  removeCombatant: roster.RemoveCombatantInput,
  start: table.StartInput,
  rollInitiative: table.RollInitiativeInput,
  decideTie: table.DecideTieInput,
  declare: turns.DeclareInput,
  resolve: turns.ResolveInput,
  veto: turns.VetoInput,
  endTurn: turns.EndTurnInput,
  delay: turns.DelayInput,
  act: turns.ActInput,
  defend: turns.DefendInput,
  prepare: turns.PrepareInput,
  trigger: turns.TriggerInput,
  waive: turns.WaiveInput,
  react: turns.ReactInput,
  recover: turns.RecoverInput,
  reserveDie: turns.ReserveDieInput,
  withdraw: turns.WithdrawInput,
  join: turns.JoinInput,
  spendMoxie: turns.SpendMoxieInput,
  wound: roster.WoundInput,
  heal: roster.HealInput,
  setStatus: roster.SetStatusInput,
  applyCondition: roster.ApplyConditionInput,
  removeCondition: roster.RemoveConditionInput,
  adjustInitiative: table.AdjustInitiativeInput,
  moveInOrder: table.MoveInOrderInput,
  roll: table.RollInput,
  note: table.NoteInput,
  contributeSeed: table.ContributeSeedInput,
  advance: table.AdvanceInput,
  undo: table.UndoInput,
  redo: table.RedoInput,
  end: table.EndInput,
} as const satisfies Readonly<Record<string, Type>>;
