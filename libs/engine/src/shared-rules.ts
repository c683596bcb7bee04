import type { Text } from './json.js';
import type { RuleText } from './ruleset.js';

/** The words of `explain`'s reasons that every game has; those of a game are in its labels. */
export const SHARED_WORDS: Readonly<Record<string, Text>> = {
  moved: { en: 'Moved by the game master', es: 'Movido por quien dirige' },
  scoreKept: { en: 'Score by which it has its place', es: 'Puntuación por la que ocupa su lugar' },
  scoreNow: { en: 'Score now', es: 'Puntuación actual' },
};

/** The rules that all games share, a sentence each; refusals and explanations cite them beside the game's own. */
export const SHARED_RULES: readonly RuleText[] = [
  {
    id: 'G-1',
    en: 'A group acts at the same time, in any order among itself, and is over when each of it has ended its turn; one taken out meanwhile still finishes, unless it acts alone.',
    es: 'Un grupo actúa a la vez, en cualquier orden entre sí, y acaba cuando cada uno ha terminado su turno; quien cae mientras tanto termina igualmente, salvo que actúe solo.',
  },
  {
    id: 'G-2',
    en: 'Whoever has acted in a pass does not act again in it, however the order changes.',
    es: 'Quien ha actuado en una vuelta no vuelve a actuar en ella, cambie como cambie el orden.',
  },
  {
    id: 'G-3',
    en: 'Whoever is not active has no turn and loses what it held; back again, it acts where its place is still ahead, else from the next pass, and without a score from the next round.',
    es: 'Quien no está activo no tiene turno y pierde lo que guardaba; al volver actúa si su lugar aún está por llegar, si no desde la vuelta siguiente, y sin puntuación desde la ronda siguiente.',
  },
  {
    id: 'G-4',
    en: 'An interrupt suspends whoever acts, runs to its end and hands the turn back; the last one in is the first one out.',
    es: 'Una interrupción suspende a quien actúa, llega a su fin y devuelve el turno; la última en entrar es la primera en salir.',
  },
  {
    id: 'G-5',
    en: 'What a rule forces happens by itself, as part of what caused it.',
    es: 'Lo que una regla impone ocurre por sí solo, como parte de lo que lo causó.',
  },
  {
    id: 'G-6',
    en: 'Turns, passes and rounds go on by themselves and wait only where somebody may still decide something.',
    es: 'Turnos, vueltas y rondas avanzan por sí solos y solo esperan donde alguien aún puede decidir algo.',
  },
  {
    id: 'G-7',
    en: 'When nobody can act any more the round ends, and the fight waits at the start of the next one.',
    es: 'Cuando ya nadie puede actuar la ronda termina y el combate espera al principio de la siguiente.',
  },
  {
    id: 'G-8',
    en: 'Whoever joins comes in at the next round, or at once with a roll: then among those who still wait if its place is ahead, else from the next pass.',
    es: 'Quien se une entra en la ronda siguiente, o de inmediato con una tirada: entonces entre quienes aún esperan si su lugar está por llegar, si no desde la vuelta siguiente.',
  },
  {
    id: 'G-9',
    en: 'Taking somebody away ends what it is doing and moves nobody else; its id is never free again.',
    es: 'Quitar a alguien termina lo que estaba haciendo y no mueve a nadie más; su identificador no vuelve a quedar libre.',
  },
  {
    id: 'G-10',
    en: 'Rolls of the table are checked, die by die; one wrong face, and nothing is rolled for anyone.',
    es: 'Las tiradas de la mesa se comprueban dado a dado; con una cara imposible no se tira nada para nadie.',
  },
  {
    id: 'G-11',
    en: 'Numbers are integers and scores may be negative; names may be shared, ids may not.',
    es: 'Los números son enteros y las puntuaciones pueden ser negativas; los nombres pueden repetirse, los identificadores no.',
  },
  {
    id: 'G-12',
    en: 'Only what is declared and not yet decided can be resolved, by one who is acting; ending the turn cancels the rest.',
    es: 'Solo se resuelve lo declarado y aún no decidido, de quien está actuando; al terminar el turno lo demás se cancela.',
  },
  {
    id: 'G-13',
    en: 'A command is checked in this order: the fight, the combatant, its status, the stage, the turn, then the rules of the game.',
    es: 'Una orden se comprueba en este orden: el combate, el combatiente, su estado, la etapa, el turno y después las reglas del juego.',
  },
  {
    id: 'G-14',
    en: 'Options are fixed when the fight is created.',
    es: 'Las opciones quedan fijadas al crear el combate.',
  },
  {
    id: 'G-15',
    en: 'What was vetoed counts for no limit and no deadline; a delayed action cannot be delayed again.',
    es: 'Lo vetado no cuenta para ningún límite ni plazo; una acción retrasada no puede volver a retrasarse.',
  },
  {
    id: 'G-16',
    en: 'Of two who take delayed actions at the same instant the higher one goes first.',
    es: 'De dos que toman acciones retrasadas en el mismo instante, va antes la puntuación más alta.',
  },
  {
    id: 'G-17',
    en: 'A score that changes moves only its owner, among those who have not come up; whom the game master has placed stays placed.',
    es: 'Una puntuación que cambia solo mueve a quien la tiene, entre quienes aún no han llegado a su turno; si lo ha colocado quien dirige, se queda donde está.',
  },
];
