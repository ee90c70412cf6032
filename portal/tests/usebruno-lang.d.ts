/** The parser of Bruno's files, for the tests. */
declare module '@usebruno/lang' {
  // biome-ignore lint/suspicious/noExplicitAny: the package has no types, and the tests check the values.
  type Parsed = any;
  export function bruToJsonV2(text: string): Parsed;
  export function bruToEnvJsonV2(text: string): Parsed;
  export function collectionBruToJson(text: string): Parsed;
}
