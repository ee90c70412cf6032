import type { Translation } from './translation';

/** The languages of the console, each in its own words. */
export const languageNames = { en: 'English', nl: 'Nederlands', fr: 'Français', de: 'Deutsch' };

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as Language[];

/** The locales of dates and numbers. */
const locales: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL', fr: 'fr-FR', de: 'de-DE' };

const loaders: Record<Exclude<Language, 'en'>, () => Promise<{ default: Translation }>> = {
  nl: () => import('translation:nl'),
  fr: () => import('translation:fr'),
  de: () => import('translation:de'),
};

const KEY = 'console-language';

let current: Language = 'en';
let translation: Translation | undefined;

export const currentLanguage = () => current;
export const currentLocale = () => locales[current];

/** The messages of the current language; `undefined` for English, whose messages are in the code of the pages. */
export const currentTranslation = () => translation;

/** The language that was chosen, otherwise the first preferred one that the console has. */
export const selectLanguage = (chosen: unknown, preferred: readonly string[]): Language =>
  [chosen, ...preferred.map((tag) => tag.toLowerCase().split('-')[0])].find((each): each is Language =>
    languages.some((language) => language === each),
  ) ?? 'en';

function readChosen(): unknown {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return history.state?.[KEY];
  }
}

/** Switches to a language. Without its messages, for example because the connection is lost, nothing changes. */
export async function switchLanguage(language: Language) {
  if (language === 'en') return;
  try {
    translation = (await loaders[language]()).default;
    current = language;
  } catch {
    // The console is in English.
  }
}

/** Loads the messages of the chosen or preferred language, before the first page is shown. */
export async function loadLanguage() {
  await switchLanguage(selectLanguage(readChosen(), navigator.languages));
  document.documentElement.lang = current;
}

/** Shows the console in another language. A page with unsaved input asks before it loads again. */
export function chooseLanguage(language: Language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Browsers can deny access to storage; then the choice is valid until the page is closed.
    history.replaceState({ ...history.state, [KEY]: language }, '');
  }
  location.reload();
}
