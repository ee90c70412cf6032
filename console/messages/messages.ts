import type { en } from './en';

/** The messages of a language: the keys are those of English. */
export type Messages = {
  readonly [Group in keyof typeof en]: { readonly [Key in keyof (typeof en)[Group]]: string };
};
