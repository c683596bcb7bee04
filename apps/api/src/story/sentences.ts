import type { EventType } from '@bitacora/engine';
import type { Sentences } from '../messages/index.js';

/** What each event says: of several sentences the first one whose facts are all there. */
export const STORY: Readonly<Record<EventType, Sentences>> = {
  EncounterCreated: {
    en: ['The combat “{name}” is made, by the rules of {ruleset}.', 'A combat is made.'],
    es: ['Se crea el combate «{name}», con las reglas de {ruleset}.', 'Se crea un combate.'],
  },
  CombatantAdded: {
    en: ['{who} ({side}) {comes}.', '{who} {comes}.', 'Somebody comes in.'],
    es: ['{who} ({side}) {comes}.', '{who} {comes}.', 'Alguien entra.'],
  },
  CombatantChanged: {
    en: ['{who}: {what}, because of {reason}.', '{who}: {what}.', '{who} is changed.', 'Somebody is changed.'],
    es: ['{who}: {what}, por {reason}.', '{who}: {what}.', '{who} cambia.', 'Alguien cambia.'],
  },
  CombatantRemoved: {
    en: ['{who} is gone: {reason}.', '{who} is gone.', 'Somebody is gone.'],
    es: ['{who} ya no está: {reason}.', '{who} ya no está.', 'Alguien ya no está.'],
  },
  EncounterStarted: { en: 'The fight begins.', es: 'Empieza el combate.' },
  RoundStarted: {
    en: ['{round} {number} begins.', 'A round begins.'],
    es: ['Empieza: {round} {number}.', 'Empieza una ronda.'],
  },
  InitiativeRolled: {
    en: ['Initiative: {rolls}.', 'Initiative is rolled.'],
    es: ['Iniciativa: {rolls}.', 'Se tira la iniciativa.'],
  },
  TieBreakRolled: {
    en: ['Tie-break: {rolls}.', 'A tie is rolled for.'],
    es: ['Desempate: {rolls}.', 'Se tira un desempate.'],
  },
  TieDecided: {
    en: ['The game master decides the tie: {order}.', 'The game master decides a tie.'],
    es: ['Quien dirige decide el empate: {order}.', 'Quien dirige decide un empate.'],
  },
  StageEntered: {
    en: ['Now: {stage}.', 'The fight goes on.'],
    es: ['Ahora: {stage}.', 'El combate continúa.'],
  },
  PassStarted: {
    en: ['{pass} {number}: {order}.', '{pass} {number}.', 'The order is set.'],
    es: ['{pass} {number}: {order}.', '{pass} {number}.', 'Queda fijado el orden.'],
  },
  OrderChanged: {
    en: [
      'Whoever has come in has its place where that is still to come: {arrived}.',
      'The order changes ({reason}): {order}.',
      'The order changes ({reason}).',
      'The order changes.',
    ],
    es: [
      'Quien ha llegado ocupa su lugar si aún está por venir: {arrived}.',
      'Cambia el orden ({reason}): {order}.',
      'Cambia el orden ({reason}).',
      'Cambia el orden.',
    ],
  },
  TurnStarted: {
    en: ['Up now: {turns}.', 'A turn begins.'],
    es: ['Le toca a: {turns}.', 'Empieza un turno.'],
  },
  ActionDeclared: {
    en: ['{who} declares {kind}: {label}.', '{who} declares {kind}.', 'Something is declared.'],
    es: ['{who} declara {kind}: {label}.', '{who} declara {kind}.', 'Se declara algo.'],
  },
  ActionResolved: {
    en: [
      '{who} does it ({action}): {outcome}, opposed by {opponents}.',
      '{who} does it ({action}): {outcome}.',
      '{who} does it ({action}), opposed by {opponents}.',
      '{who} does it ({action}).',
      'What was declared is done.',
    ],
    es: [
      '{who} lo hace ({action}): {outcome}, con la oposición de {opponents}.',
      '{who} lo hace ({action}): {outcome}.',
      '{who} lo hace ({action}), con la oposición de {opponents}.',
      '{who} lo hace ({action}).',
      'Se hace lo declarado.',
    ],
  },
  ActionVetoed: {
    en: ['Vetoed: {action} of {who}, because of {reason}.', 'Vetoed: {action} of {who}.', 'Something is vetoed.'],
    es: ['Vetado: {action} de {who}, por {reason}.', 'Vetado: {action} de {who}.', 'Se veta algo.'],
  },
  ActionCancelled: {
    en: ['{who} does not come to do it ({action}).', 'Something declared is not done.'],
    es: ['{who} no llega a hacerlo ({action}).', 'Algo declarado no se hace.'],
  },
  TurnEnded: {
    en: ['The turn of {who} is over ({reason}).', 'The turn of {who} is over.', 'A turn is over.'],
    es: ['Termina el turno de {who} ({reason}).', 'Termina el turno de {who}.', 'Termina un turno.'],
  },
  ActionDelayed: {
    en: ['{who} delays the action.', 'An action is delayed.'],
    es: ['{who} retrasa su acción.', 'Se retrasa una acción.'],
  },
  DelayedActionTaken: {
    en: ['{who} takes the delayed action now.', 'A delayed action is taken.'],
    es: ['{who} toma ahora su acción retrasada.', 'Se toma una acción retrasada.'],
  },
  DelayedActionLost: {
    en: ['{who} loses the delayed action: {reason}.', 'A delayed action is lost.'],
    es: ['{who} pierde su acción retrasada: {reason}.', 'Se pierde una acción retrasada.'],
  },
  TurnForfeited: {
    en: ['{who} loses the action of this pass.', 'An action of this pass is lost.'],
    es: ['{who} pierde su acción de esta vuelta.', 'Se pierde una acción de esta vuelta.'],
  },
  DefenceMade: {
    en: [
      '{who} makes a defence ({kind}: {label}) at difficulty {difficulty}.',
      '{who} makes a defence ({kind}: {label}).',
      '{who} makes a defence ({kind}) at difficulty {difficulty}.',
      '{who} makes a defence ({label}) at difficulty {difficulty}.',
      '{who} makes a defence ({kind}).',
      '{who} makes a defence ({label}).',
      '{who} makes a defence.',
      'A defence is made.',
    ],
    es: [
      '{who} se defiende ({kind}: {label}) con dificultad {difficulty}.',
      '{who} se defiende ({kind}: {label}).',
      '{who} se defiende ({kind}) con dificultad {difficulty}.',
      '{who} se defiende ({label}) con dificultad {difficulty}.',
      '{who} se defiende ({kind}).',
      '{who} se defiende ({label}).',
      '{who} se defiende.',
      'Alguien se defiende.',
    ],
  },
  ReactionMade: {
    en: ['{who} reacts ({kind}: {label}).', '{who} reacts ({kind}).', '{who} reacts.', 'Somebody reacts.'],
    es: ['{who} reacciona ({kind}: {label}).', '{who} reacciona ({kind}).', '{who} reacciona.', 'Alguien reacciona.'],
  },
  ActionPrepared: {
    en: ['{who} prepares {action}, for when: {condition}.', 'An action is prepared.'],
    es: ['{who} prepara {action}, para cuando: {condition}.', 'Se prepara una acción.'],
  },
  PreparedActionTriggered: {
    en: ['{who} does what was prepared ({action}): {condition}.', 'A prepared action interrupts.'],
    es: ['{who} hace lo que había preparado ({action}): {condition}.', 'Una acción preparada interrumpe.'],
  },
  PreparedActionWaived: {
    en: ['{who} lets the moment pass ({action}): {condition}.', 'A prepared action is waived.'],
    es: ['{who} deja pasar el momento ({action}): {condition}.', 'Se renuncia a una acción preparada.'],
  },
  PreparedActionLost: {
    en: ['{who} loses what was prepared ({action}): {reason}.', 'A prepared action is lost.'],
    es: ['{who} pierde lo que había preparado ({action}): {reason}.', 'Se pierde una acción preparada.'],
  },
  RecoveryStarted: {
    en: ['{who} recovers (Recomponerse).', 'Somebody recovers.'],
    es: ['{who} se recompone.', 'Alguien se recompone.'],
  },
  ReserveDieRolled: {
    en: ['{who} sets a die aside: {value}.', 'A die is set aside.'],
    es: ['{who} reserva un dado: {value}.', 'Se reserva un dado.'],
  },
  ReserveDieApplied: {
    en: ['{who} adds the reserve die to the score: {value}.', 'A reserve die is used.'],
    es: ['{who} suma el dado reservado a su iniciativa: {value}.', 'Se usa un dado reservado.'],
  },
  ReserveDieLost: {
    en: ['{who} loses the reserve die ({value}): {reason}.', 'A reserve die is lost.'],
    es: ['{who} pierde el dado reservado ({value}): {reason}.', 'Se pierde un dado reservado.'],
  },
  CombatantWithdrew: {
    en: [
      '{who} withdraws ({how}, total {total}): {success}.',
      '{who} withdraws ({how}): {success}.',
      'Somebody withdraws.',
    ],
    es: [
      '{who} se retira ({how}, total {total}): {success}.',
      '{who} se retira ({how}): {success}.',
      'Alguien se retira.',
    ],
  },
  CombatantJoined: {
    en: ['{who} joins the fight with {score}.', '{who} joins the fight.', 'Somebody joins the fight.'],
    es: ['{who} se une al combate con {score}.', '{who} se une al combate.', 'Alguien se une al combate.'],
  },
  MoxieSpent: {
    en: ['{who} spends Moxie to go first; {left} left.', 'Moxie is spent.'],
    es: ['{who} gasta Moxie para ir primero; le quedan {left}.', 'Se gasta Moxie.'],
  },
  StrainSuffered: {
    en: ['{who}: strain {change}, {strain} in all.', 'Strain changes.'],
    es: ['{who}: tensión {change}, {strain} en total.', 'Cambia la tensión.'],
  },
  EnergySpent: {
    en: ['{who} spends energy: {amount} ({kind}), {left} left.', 'Energy is spent.'],
    es: ['{who} gasta energía: {amount} ({kind}), quedan {left}.', 'Se gasta energía.'],
  },
  WoundsInflicted: {
    en: [
      '{who} is wounded by {source}: {count} ({kind}), {wounds} in all.',
      '{who} is wounded by {source}: {count}, {wounds} in all.',
      '{who} is wounded: {count} ({kind}), {wounds} in all.',
      '{who} is wounded: {count}, {wounds} in all.',
      'Somebody is wounded.',
    ],
    es: [
      '{source} hiere a {who}: {count} ({kind}), {wounds} en total.',
      '{source} hiere a {who}: {count}, {wounds} en total.',
      '{who} recibe heridas: {count} ({kind}), {wounds} en total.',
      '{who} recibe heridas: {count}, {wounds} en total.',
      'Alguien recibe heridas.',
    ],
  },
  WoundsHealed: {
    en: [
      '{who} is healed by {source}: {count} ({kind}), {wounds} left.',
      '{who} is healed by {source}: {count}, {wounds} left.',
      '{who} is healed: {count} ({kind}), {wounds} left.',
      '{who} is healed: {count}, {wounds} left.',
      'Somebody is healed.',
    ],
    es: [
      '{source} cura a {who}: {count} ({kind}), quedan {wounds}.',
      '{source} cura a {who}: {count}, quedan {wounds}.',
      '{who} se cura: {count} ({kind}), quedan {wounds}.',
      '{who} se cura: {count}, quedan {wounds}.',
      'Alguien se cura.',
    ],
  },
  StatusChanged: {
    en: ['{who} is {status} now: {reason}.', '{who} is {status} now.', 'A status changes.'],
    es: ['{who} pasa a estar {status}: {reason}.', '{who} pasa a estar {status}.', 'Cambia un estado.'],
  },
  ConditionApplied: {
    en: [
      '{who} is now: {condition}, until {boundary} of {of} in {round} {number}.',
      '{who} is now: {condition}, until {boundary}, {round} {number}.',
      '{who} is now: {condition}.',
      'A condition begins.',
    ],
    es: [
      '{who} tiene ahora: {condition}, hasta {boundary} de {of} en {round} {number}.',
      '{who} tiene ahora: {condition}, hasta {boundary}, {round} {number}.',
      '{who} tiene ahora: {condition}.',
      'Empieza una condición.',
    ],
  },
  ConditionRemoved: {
    en: ['{who} is no longer: {condition}.', 'A condition is removed.'],
    es: ['{who} ya no tiene: {condition}.', 'Se quita una condición.'],
  },
  ConditionExpired: {
    en: ['It passes for {who}: {condition}.', 'A condition passes.'],
    es: ['A {who} se le pasa: {condition}.', 'Termina una condición.'],
  },
  InitiativeAdjusted: {
    en: [
      'Initiative of {who} {change} ({reason}), now {score}.',
      'Initiative of {who} {change} ({reason}).',
      'An initiative is adjusted.',
    ],
    es: [
      'Iniciativa de {who} {change} ({reason}), ahora {score}.',
      'Iniciativa de {who} {change} ({reason}).',
      'Se ajusta una iniciativa.',
    ],
  },
  DiceRolled: {
    en: [
      '{who} rolls {dice} for {label}: {result} ({by}).',
      '{who} rolls {dice}: {result} ({by}).',
      'Roll of {dice} for {label}: {result} ({by}).',
      'Roll of {dice}: {result} ({by}).',
      'Dice are rolled.',
    ],
    es: [
      '{who} tira {dice} para {label}: {result} ({by}).',
      '{who} tira {dice}: {result} ({by}).',
      'Tirada de {dice} para {label}: {result} ({by}).',
      'Tirada de {dice}: {result} ({by}).',
      'Se tiran dados.',
    ],
  },
  NoteAdded: { en: ['Note: {text}', 'A note is made.'], es: ['Nota: {text}', 'Se toma una nota.'] },
  SeedContributed: {
    en: ['A player adds a seed to the dice: {seed}.', 'A player adds a seed to the dice.'],
    es: ['Un jugador añade una semilla a los dados: {seed}.', 'Un jugador añade una semilla a los dados.'],
  },
  SeedCommitted: {
    en: ['The server commits to new dice: {commitment}.', 'The server commits to new dice.'],
    es: ['El servidor se compromete con dados nuevos: {commitment}.', 'El servidor se compromete con dados nuevos.'],
  },
  RoundEnded: {
    en: ['{round} {number} is over.', 'A round is over.'],
    es: ['Termina: {round} {number}.', 'Termina una ronda.'],
  },
  CommandUndone: {
    en: ['Taken back: event {number} and what it led to.', 'Something is taken back.'],
    es: ['Se deshace el suceso {number} y lo que trajo consigo.', 'Se deshace algo.'],
  },
  CommandRedone: {
    en: ['Done again: event {number} and what it led to.', 'Something is done again.'],
    es: ['Se rehace el suceso {number} y lo que trajo consigo.', 'Se rehace algo.'],
  },
  EncounterEnded: {
    en: [
      'The fight is over: {reason}. Seed of the dice: {seed}.',
      'The fight is over. Seed of the dice: {seed}.',
      'The fight is over: {reason}.',
      'The fight is over.',
    ],
    es: [
      'Termina el combate: {reason}. Semilla de los dados: {seed}.',
      'Termina el combate. Semilla de los dados: {seed}.',
      'Termina el combate: {reason}.',
      'Termina el combate.',
    ],
  },
};

/** An event of a newer program, whose type has no words here. */
export const UNKNOWN_EVENT: Sentences = {
  en: ['Something that this version does not know: {type}.', 'Something that this version does not know.'],
  es: ['Algo que esta versión no conoce: {type}.', 'Algo que esta versión no conoce.'],
};
