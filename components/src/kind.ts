import type { Attribute } from './attributes';
import type { Card } from './card';
import type { Sentence } from './texts';

/** The parameters of a request. Those that are empty, `null` or `undefined` are not sent. */
export type Parameters = Record<string, string | null | undefined>;

/** The languages in which an element shows its records. */
export interface Languages {
  /** The language of the page: of dates and numbers. */
  page: string;
  /** The language of the texts of the interface. */
  texts: string;
  /** The language of the records; an empty text if unknown. */
  records: string;
}

/** A kind of element: what it requests, and how it shows a record. */
export interface Kind<Shown> {
  /** The name after `folkmoot-`, and the member of the response with the records. */
  name: string;
  /** The attributes that only this kind has. */
  attributes: string[];
  /** The path below `/api/v2/`, if it is not the name. Throws a `Failure` if an attribute is not valid. */
  path?(attribute: Attribute): string;
  /** `now` is in milliseconds. */
  parameters(attribute: Attribute, now: number): Parameters;
  card(record: Shown, languages: Languages, attribute: Attribute): Card;
  /** The sentence of an empty list. */
  emptySentence(attribute: Attribute): Sentence;
  /** What the skeleton has beside the text. */
  skeleton?: 'media' | 'day';
}
