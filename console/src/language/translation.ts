import type { CompiledMessage } from 'icu-minify/format';

/** The compiled messages of a language, by group and key. */
export type Translation = Record<string, Record<string, CompiledMessage>>;
