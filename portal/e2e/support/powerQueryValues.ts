/** A value of the language M. Durations are numbers of milliseconds. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | DateTime
  | Table
  | Callable
  | Value[]
  | Row;

/** A record. */
export interface Row {
  [field: string]: Value;
}

export type Callable = (...values: Value[]) => Value | Promise<Value>;

/** A `datetime`, or a `datetimezone` in UTC: milliseconds since 1970. */
export class DateTime {
  constructor(readonly time: number) {}
}

/** A table; the types are those of the columns. */
export class Table {
  constructor(
    readonly types: Record<string, string>,
    readonly rows: Row[],
  ) {}
}

/** The operator `&` joins texts, lists and records. */
export function concatenated(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  if (isRow(left) && isRow(right)) return { ...left, ...right };
  throw new Error(`& cannot join ${typeof left} and ${typeof right}`);
}

const isRow = (value: Value): value is Row =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
