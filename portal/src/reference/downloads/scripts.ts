import type { CollectionRequest } from './requests';

/** How scripts of an API client are written. */
export interface ScriptDialect {
  /** The expression of the JSON of the response. */
  json: string;
  get: (variable: string) => string;
  /** The statement that sets a variable to an expression. */
  set: (variable: string, expression: string) => string;
  /** The statement that skips the request in a run of the collection. */
  skip: string;
}

/** The script before a request: skips it if an id is unknown, because the list has no records or was not requested. */
export const scriptBefore = ({ ids }: CollectionRequest, { get, skip }: ScriptDialect): string[] =>
  ids.needs.map((variable) => `if (!${get(variable)}) ${skip}`);

/** The script after a request: stores the token, or ids of records of a list or of a created record. */
export function scriptAfter({ issuesToken, ids }: CollectionRequest, dialect: ScriptDialect): string[] {
  const { json, set } = dialect;
  if (issuesToken) return [set('token', `${json}.jwt`)];
  if (ids.clears) return [set(ids.clears, "''")];
  if (ids.stores.length === 0) return [];
  return [
    `const records = Object.values(${json}).flat();`,
    ...ids.stores.flatMap(({ variable, condition }) => [
      `const ${variable} = records.find((value) => ${condition})?.id;`,
      `if (${variable}) ${set(variable, variable)}`,
    ]),
  ];
}
