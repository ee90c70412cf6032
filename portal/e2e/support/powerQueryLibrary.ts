import { type Callable, DateTime, type Row, Table, type Value } from './powerQueryValues';

/** A call of `Web.Contents`. */
export interface WebRequest {
  /** The first argument. The Power BI service refreshes a report only if it is the same text in all calls. */
  base: string;
  relativePath: string;
  query: Record<string, string>;
}

const text = (value: Value | undefined): string => {
  if (typeof value !== 'string') throw new Error(`expected a text, not ${JSON.stringify(value)}`);
  return value;
};

const row = (value: Value | undefined): Row => value as Row;
const list = (value: Value | undefined): Value[] => {
  if (!Array.isArray(value)) throw new Error(`expected a list, not ${JSON.stringify(value)}`);
  return value;
};

async function webContents(requests: WebRequest[], base: Value, options: Value): Promise<Value> {
  const { RelativePath, Query, Headers, Content } = row(options ?? {});
  const relativePath = text(RelativePath);
  const query = Object.fromEntries(
    Object.entries(row(Query ?? {})).map(([name, value]) => [name, text(value)]),
  );
  requests.push({ base: text(base), relativePath, query });
  const headers = Object.fromEntries(
    Object.entries(row(Headers ?? {})).map(([name, value]) => [name, text(value)]),
  );
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const body = Content instanceof Uint8Array ? { method: 'POST', body: new Uint8Array(Content) } : {};
  const response = await fetch(`${text(base)}/${relativePath}${search}`, { headers, ...body });
  if (!response.ok) throw new Error(`${relativePath} returned ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

function parsedTime(value: Value | undefined): DateTime {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text(value))) throw new Error(`not a time: ${value}`);
  return new DateTime(Date.parse(text(value)));
}

async function transformed(table: Value | undefined, operations: Value | undefined): Promise<Table> {
  const { types, rows } = table as Table;
  const result = new Table(
    { ...types },
    rows.map((each) => ({ ...each })),
  );
  for (const operation of list(operations)) {
    const [name, convert, type] = list(operation);
    result.types[text(name)] = text(row(type).type);
    for (const each of result.rows) each[text(name)] = await (convert as Callable)(each[text(name)] ?? null);
  }
  return result;
}

const timeFormat = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

/** The functions of the library that the documentation and the connectors use. */
export const functionsOf = (requests: WebRequest[]): Record<string, Value> => ({
  'Web.Contents': (base, options) => webContents(requests, base ?? null, options ?? null),
  'Json.Document': (content) =>
    JSON.parse(typeof content === 'string' ? content : new TextDecoder().decode(content as Uint8Array)),
  'Lines.FromBinary': (content) => new TextDecoder().decode(content as Uint8Array).split(/\r\n|\r|\n/),
  'Json.FromValue': (value) => new TextEncoder().encode(JSON.stringify(value)),
  'Text.ToBinary': (value) => new TextEncoder().encode(text(value)),
  'Text.FromBinary': (value) => new TextDecoder().decode(value as Uint8Array),
  'Text.From': (value) => String(value),
  'Text.Split': (value, separator) => text(value).split(text(separator)),
  'Text.EndsWith': (value, end) => text(value).endsWith(text(end)),
  'TextEncoding.Utf8': 65001,
  'Uri.BuildQueryString': (record) => new URLSearchParams(row(record) as Record<string, string>).toString(),
  'Record.Field': (record, name) => {
    if (!(text(name) in row(record))) throw new Error(`the record has no field ${text(name)}`);
    return row(record)[text(name)] as Value;
  },
  'Record.FieldOrDefault': (record, name, other) => row(record)[text(name)] ?? other ?? null,
  'Record.FieldNames': (record) => Object.keys(row(record)),
  'Record.FieldValues': (record) => Object.values(row(record)),
  'Record.RemoveFields': (record, name) => {
    const { [text(name)]: _, ...rest } = row(record);
    return rest;
  },
  'List.Transform': async (values, convert) => {
    const results: Value[] = [];
    for (const value of list(values)) results.push(await (convert as Callable)(value));
    return results;
  },
  'List.Select': async (values, condition) => {
    const results: Value[] = [];
    for (const value of list(values)) if (await (condition as Callable)(value)) results.push(value);
    return results;
  },
  'List.Combine': (lists) => list(lists).flatMap((each) => list(each)),
  'List.Intersect': (lists) => {
    const [first, second] = list(lists).map((each) => list(each));
    return (first ?? []).filter((value) => second?.includes(value));
  },
  'Table.FromRecords': (records, columns) => {
    const rows = list(records).map(row);
    const names = columns ? list(columns).map(text) : Object.keys(rows[0] ?? {});
    const select = (each: Row) => Object.fromEntries(names.map((name) => [name, each[name] ?? null]));
    return new Table(Object.fromEntries(names.map((name) => [name, 'any'])), rows.map(select));
  },
  'Table.TransformColumns': transformed,
  'Table.TransformColumnTypes': (table, columns) =>
    transformed(
      table,
      list(columns).map((column) => [
        list(column)[0] ?? null,
        (value) => value ?? null,
        list(column)[1] ?? null,
      ]),
    ),
  'MissingField.UseNull': 2,
  'Int64.Type': { type: 'Int64' },
  'DateTimeZone.FromText': parsedTime,
  'DateTimeZone.ToUtc': (time) => time ?? null,
  'DateTimeZone.RemoveZone': (time) => time ?? null,
  'Date.FromText': (value) => text(value),
  'DateTime.ToText': (time, options) => {
    if (row(options).Format !== timeFormat)
      throw new Error(`the evaluator does not know the format ${row(options).Format}`);
    return new Date((time as DateTime).time).toISOString();
  },
  '#datetime': (...parts) => {
    const [year = 0, month = 1, day, hour, minute, second = 0] = parts.map(Number);
    return new DateTime(Date.UTC(year, month - 1, day, hour, minute) + Math.round(second * 1000));
  },
  '#duration': (...parts) => {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
    return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  },
});
