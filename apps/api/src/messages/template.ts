import type { Language } from './language.js';

/** Sentences in both languages, each with `{parameters}`: of several the first one is used whose parameters are all there. */
export type Sentences = Readonly<Record<Language, readonly string[] | string>>;

/** What fills the parameters of a sentence. */
export type Params = Readonly<Record<string, unknown>>;

const MAX_SHOWN = 120;

/** The sentence for `params` in `language`; what stands for one of them has at most `max` characters. */
export function sentence(sentences: Sentences, language: Language, params: Params = {}, max = MAX_SHOWN): string {
  const choices = variants(sentences, language);
  const fitting = choices.find((text) => placeholders(text).every((name) => isShown(params[name])));
  return fill(fitting ?? choices.at(-1) ?? '', params, max);
}

/** All the ways in which `sentences` can be said in `language`, the most telling first. */
export function variants(sentences: Sentences, language: Language): readonly string[] {
  const said = sentences[language];
  return typeof said === 'string' ? [said] : said;
}

/** The names of the parameters in `text`. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

function fill(text: string, params: Params, max: number): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    isShown(params[name]) ? shown(params[name], max) : whole,
  );
}

function isShown(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** A value as it stands in a sentence: lists with commas, and cut where a caller sent something long. */
function shown(value: unknown, max: number): string {
  const text = Array.isArray(value) ? value.map(plain).join(', ') : plain(value);
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
