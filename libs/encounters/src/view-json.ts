import { declarationLists, type Core, type DeclarationView, type View } from '@bitacora/engine';

const texts = new WeakMap<readonly DeclarationView[], string>();

/** The JSON of a whole encounter's view. Of a long encounter most is declarations that are over: their text is kept, not written again. */
export function viewJson(view: View, core: Core): string {
  const fields = Object.entries(view).map(([key, value]) => {
    const text = key === 'declarations' ? `[${allOf(core)}]` : JSON.stringify(value);
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${fields.join(',')}}`;
}

function allOf(core: Core): string {
  return declarationLists(core)
    .filter((list) => list.length > 0)
    .map(textOf)
    .join(',');
}

/** Without the brackets. */
function textOf(list: readonly DeclarationView[]): string {
  const known = texts.get(list);
  if (known !== undefined) return known;
  const text = JSON.stringify(list).slice(1, -1);
  texts.set(list, text);
  return text;
}
