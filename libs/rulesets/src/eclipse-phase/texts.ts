import type { Labels, RuleText } from '@bitacora/engine';

/** The game's own words. */
export const labels: Labels = {
  round: { en: 'Action Turn', es: 'Turno de Acción' },
  pass: { en: 'Action Phase', es: 'Fase de Acción' },
  stages: {
    initiative: { en: 'Roll Initiative', es: 'Tirar Iniciativa' },
    actions: { en: 'Actions', es: 'Acciones' },
    standby: { en: 'Standby', es: 'A la espera' },
  },
  resources: { moxie: { en: 'Moxie', es: 'Moxie' } },
  actionKinds: {
    quick: { en: 'Quick Action', es: 'Acción Rápida' },
    complex: { en: 'Complex Action', es: 'Acción Compleja' },
    task: { en: 'Task Action', es: 'Acción de Tarea' },
    automatic: { en: 'Automatic Action', es: 'Acción Automática' },
  },
  parts: {
    rating: { en: 'Initiative', es: 'Iniciativa' },
    roll: { en: 'Roll', es: 'Tirada' },
    wounds: { en: 'Wounds', es: 'Heridas' },
    moxie: { en: 'Moxie: first in this Action Phase', es: 'Moxie: el primero en esta Fase de Acción' },
  },
};

/** The rules, a sentence each. */
export const rules: readonly RuleText[] = [
  {
    id: 'EP-1',
    en: 'Initiative is Intuition plus Reflexes, divided by five and rounded up, with modifiers, less the penalty of each wound.',
    es: 'La Iniciativa es Intuición más Reflejos entre cinco, redondeando hacia arriba, con modificadores y menos la penalización de cada herida.',
  },
  {
    id: 'EP-2',
    en: 'At the start of every Action Turn everyone who can act rolls 1d10 and adds Initiative; a face of 0 is a 10. One roll serves the whole Action Turn.',
    es: 'Al principio de cada Turno de Acción quien pueda actuar tira 1d10 y suma su Iniciativa; un 0 es un 10. Una tirada vale para todo el Turno de Acción.',
  },
  {
    id: 'EP-3',
    en: 'The highest score acts first, then downwards; equal scores act at the same time. Nothing else breaks a tie.',
    es: 'Actúa primero la puntuación más alta y se sigue en orden descendente; quienes empatan actúan a la vez. Nada más deshace un empate.',
    ruling: true,
  },
  {
    id: 'EP-4',
    en: 'In Action Phase n only those with Speed n or more act, in the same order as changed by wounds; everyone acts in the first.',
    es: 'En la Fase de Acción n solo actúan quienes tienen Velocidad n o más, en el mismo orden modificado por las heridas; en la primera actúan todos.',
    ruling: true,
  },
  {
    id: 'EP-5',
    en: 'A wound lowers Initiative at once and healing raises it: whoever still waits is sorted again; who has acted or is acting stays.',
    es: 'Una herida baja la Iniciativa de inmediato y la curación la sube: quien aún espera se reordena; quien ha actuado o está actuando se queda.',
  },
  {
    id: 'EP-6',
    en: 'A point of Moxie lets its spender go first in one Action Phase, if it is spent before anybody has done anything in it; several spenders go by their scores.',
    es: 'Un punto de Moxie permite ir el primero en una Fase de Acción, si se gasta antes de que nadie haya hecho nada en ella; entre varios, por puntuación.',
    ruling: true,
  },
  {
    id: 'EP-7',
    en: 'An activation allows some Quick Actions and one Complex Action, or one Task Action instead of both; Automatic Actions are free.',
    es: 'Una activación permite varias Acciones Rápidas y una Acción Compleja, o en su lugar una Acción de Tarea; las Acciones Automáticas son libres.',
    ruling: true,
  },
  {
    id: 'EP-8',
    en: 'An action can be delayed before anything but Automatic Actions has been declared; its owner is then on standby.',
    es: 'Se puede retrasar la acción antes de declarar nada que no sea una Acción Automática; quien retrasa queda a la espera.',
  },
  {
    id: 'EP-9',
    en: 'Whoever is on standby may take the delayed action at any moment, interrupting whoever acts, and then has a whole activation.',
    es: 'Quien está a la espera puede tomar su acción retrasada en cualquier momento, interrumpiendo a quien actúe, y tiene entonces una activación completa.',
  },
  {
    id: 'EP-10',
    en: 'When the own entry comes up again, a delayed action that was not taken is lost and the normal activation begins.',
    es: 'Cuando le vuelve a tocar, la acción retrasada que no se tomó se pierde y empieza la activación normal.',
  },
  {
    id: 'EP-11',
    en: 'Taken in another Action Phase or Action Turn, a delayed action costs the action of that Action Phase.',
    es: 'Tomada en otra Fase o en otro Turno de Acción, la acción retrasada cuesta la acción de esa Fase de Acción.',
  },
  {
    id: 'EP-12',
    en: 'When an Action Phase is exhausted and somebody is on standby, the table may still act or go on.',
    es: 'Cuando se agota una Fase de Acción y hay alguien a la espera, la mesa puede aún actuar o seguir adelante.',
  },
  {
    id: 'EP-13',
    en: 'The Action Turn ends after the fourth Action Phase, or when nobody has the Speed for a later one; then everyone rolls again.',
    es: 'El Turno de Acción acaba tras la cuarta Fase de Acción, o cuando nadie tiene Velocidad para otra; entonces todos vuelven a tirar.',
  },
  {
    id: 'EP-14',
    en: 'Without an entry in an Action Phase nothing is started in it; defences, Automatic Actions and movement under way go on.',
    es: 'Sin entrada en una Fase de Acción no se inicia nada en ella; siguen las defensas, las Acciones Automáticas y el movimiento iniciado.',
  },
  {
    id: 'EP-15',
    en: 'A change of Speed counts from the next Action Phase on; Speed lies between 1 and 4.',
    es: 'Un cambio de Velocidad cuenta desde la siguiente Fase de Acción; la Velocidad está entre 1 y 4.',
    ruling: true,
  },
];
