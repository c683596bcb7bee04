/** The languages of the product. */
export const LANGUAGES = ['en', 'es'] as const;
/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

const MAX_HEADER = 1000;

/** The language that a caller prefers by its `Accept-Language` header; English where it says nothing that we have. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined || header.length > MAX_HEADER) return 'en';
  const ranges = header.split(',').map(parseRange);
  const quality = (language: Language): number =>
    ranges.find((range) => range.primary === language)?.quality ??
    ranges.find((range) => range.primary === '*')?.quality ??
    0;
  return quality('es') > quality('en') || (quality('es') === quality('en') && comesFirst(ranges) === 'es')
    ? 'es'
    : 'en';
}

interface Range {
  readonly primary: string;
  readonly quality: number;
}

function parseRange(text: string): Range {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  const quality = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  return { primary: tag.split(/[-_]/)[0] ?? '', quality };
}

/** Of two languages with one weight the first named is taken. */
function comesFirst(ranges: readonly Range[]): string | undefined {
  return ranges.find(({ primary, quality }) => quality > 0 && (LANGUAGES as readonly string[]).includes(primary))
    ?.primary;
}
