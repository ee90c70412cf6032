import { primaryLanguage } from './locale';
import type en from './texts/en.json';

/** The texts of the interface in one language. Values with plural forms contain `{n}`. */
export type Texts = typeof en;
/** The names of the texts without plural forms. */
export type Sentence = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts];
/** The names of the texts with plural forms. */
export type Count = Exclude<keyof Texts, Sentence>;

const modules = import.meta.glob<Texts>('./texts/*.json', { eager: true, import: 'default' });
const languages = new Map(Object.entries(modules).map(([path, texts]) => [path.slice(8, -5), texts]));
/** Languages that read the texts of another one. */
const aliases: Record<string, string> = { no: 'nb', nn: 'nb' };

/** The language of the texts for a locale: its own, or English. */
export function textLanguage(locale: string): string {
  const language = primaryLanguage(locale);
  const known = aliases[language] ?? language;
  return languages.has(known) ? known : 'en';
}

/** The texts in a language that `textLanguage` returned. */
export const textsIn = (language: string) => languages.get(language) as Texts;

/** A number with its noun, in the plural form of the language. */
export function countText(language: string, name: Count, count: number): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = textsIn(language)[name];
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other ?? '';
  return form.replace('{n}', new Intl.NumberFormat(language).format(count));
}
