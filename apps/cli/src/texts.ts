import { english, type Texts } from './texts/english.js';
import { spanish } from './texts/spanish.js';

/** The two languages of the product. */
export type Language = 'en' | 'es';

export type { Texts };

/** The language that the environment asks for: Spanish where it begins with `es`, else English. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const asked = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '');
  return /^es(?![a-z])/i.test(asked ?? '') ? 'es' : 'en';
}

/** What the tool says in `language`. */
export function textsIn(language: Language): Texts {
  return language === 'es' ? spanish : english;
}
