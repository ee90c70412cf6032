/** The beginning of a language tag: `nl` of `nl-BE`. */
export const primaryLanguage = (locale: string) => locale.split('-')[0] ?? locale;

/** The canonical form of a language tag; `undefined` if it is not one. */
export function canonical(tag: string | null | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales((tag ?? '').trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The `lang` of an element: its own or that of the nearest ancestor, also outside of its shadow tree. */
export function inheritedLanguage(element: Element): string | undefined {
  const declaring = element.closest('[lang]');
  if (declaring) return canonical(declaring.getAttribute('lang'));
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? inheritedLanguage(root.host) : undefined;
}

/** The locale among those of the platform that has the same language; `undefined` if there is none. */
export function sameLanguage(locale: string, allowed: string[]): string | undefined {
  const language = primaryLanguage(locale.toLowerCase());
  return allowed.find((each) => primaryLanguage(each.toLowerCase()) === language);
}
