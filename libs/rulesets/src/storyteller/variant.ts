import { stat, type Combatant, type Part, type Text } from '@bitacora/engine';

/** In what the three games differ: a small table each, read by the same functions. */
export interface Variant {
  readonly id: 'vampire-v20' | 'dark-ages-v20' | 'vampire-revised';
  readonly names: Text;
  /** Whether everyone declares before the first action, from the slowest up (ST-6). */
  readonly declaresFirst: boolean;
  /** The Celerity in the rating, with `committed` points given to extra actions (ST-1, ST-5). */
  readonly celerity: (points: number, committed: number) => number;
  /** Whether the wound penalty lowers the rating, which breaks ties, or the result alone (ST-1). */
  readonly woundsLower: 'rating' | 'result';
}

/** The three games of the family. */
export const VARIANTS: readonly Variant[] = [
  {
    id: 'vampire-v20',
    names: { en: 'Vampire: The Masquerade, 20th anniversary', es: 'Vampiro: La Mascarada, 20.º aniversario' },
    declaresFirst: true,
    celerity: (points, committed) => points - committed,
    woundsLower: 'rating',
  },
  {
    id: 'dark-ages-v20',
    names: { en: 'Vampire: Dark Ages, 20th anniversary', es: 'Vampiro: Edad Oscura, 20.º aniversario' },
    declaresFirst: false,
    celerity: (points) => points,
    woundsLower: 'result',
  },
  {
    id: 'vampire-revised',
    names: { en: 'Vampire: The Masquerade, Revised', es: 'Vampiro: La Mascarada, tercera edición' },
    declaresFirst: true,
    celerity: () => 0,
    woundsLower: 'rating',
  },
];

/** The wound penalty by levels lost: Bruised, Hurt, Injured, Wounded, Mauled, Crippled; at the last one is out (ST-2). */
const PENALTIES: readonly number[] = [0, 0, 1, 1, 2, 2, 5, 5];

/** The level at which a combatant is incapacitated. */
export const INCAPACITATED = 7;

/** The wound penalty of `c` now. */
export function woundPenalty(c: Combatant): number {
  return PENALTIES[Math.min(c.wounds, INCAPACITATED)] ?? 0;
}

/** The rating of `c`, part by part: what is added to the die and breaks ties (ST-1, ST-3). */
export function ratingParts(variant: Variant, c: Combatant, committed: number): readonly Part[] {
  const celerity = variant.celerity(stat(c, 'celerity'), committed);
  const penalty = variant.woundsLower === 'rating' ? woundPenalty(c) : 0;
  return [
    { value: stat(c, 'dexterity'), what: 'dexterity' },
    { value: stat(c, 'wits'), what: 'wits' },
    ...(celerity > 0 ? [{ value: celerity, what: 'celerity' }] : []),
    ...(penalty > 0 ? [{ value: -penalty, what: 'wounds' }] : []),
  ];
}

/** What lowers the result and not the rating (Dark Ages). */
export function resultParts(variant: Variant, c: Combatant): readonly Part[] {
  const penalty = variant.woundsLower === 'result' ? woundPenalty(c) : 0;
  return penalty > 0 ? [{ value: -penalty, what: 'wounds' }] : [];
}
