const MAX_HEADER = 1_000;

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Which of `offered` an `Accept` header wants most: by weight, then what it names exactly, then what it names first. The first of them where it wants none. */
export function preferred<T extends string>(header: string | undefined, offered: readonly [T, ...T[]]): T {
  if (header === undefined || header.length > MAX_HEADER) return offered[0];
  const ranges = header.split(',').map(parseRange);
  const wanted = offered.map((type) => ({ type, ...matchOf(type, ranges) })).filter(({ quality }) => quality > 0);
  wanted.sort((a, b) => b.quality - a.quality || b.exactness - a.exactness || a.at - b.at);
  return wanted[0]?.type ?? offered[0];
}

/** The most exact range that `type` is in. */
function matchOf(type: string, ranges: readonly Range[]): { quality: number; exactness: number; at: number } {
  const forms = ['*/*', `${type.split('/')[0] ?? ''}/*`, type];
  for (let exactness = forms.length - 1; exactness >= 0; exactness -= 1) {
    const at = ranges.findIndex((range) => range.type === forms[exactness]);
    if (at >= 0) return { quality: ranges[at]?.quality ?? 0, exactness, at };
  }
  return { quality: 0, exactness: 0, at: 0 };
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { type, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
}

/** The forms in which the log of an encounter is given. */
const LOG_FORMS = ['application/json', 'application/x-ndjson', 'text/plain', 'text/event-stream'] as const;

/** The form in which an `Accept` header wants the log. */
export function logFormOf(header: string | undefined): (typeof LOG_FORMS)[number] {
  return preferred(header, LOG_FORMS);
}
