import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Platform } from './platform';

/** A record of the API; tests read few of its fields. */
export type ApiRecord = Record<string, unknown> & { id: string };

/** All records of a list, from all of its pages. */
export async function readAll(platform: Platform, list: string, key = list): Promise<ApiRecord[]> {
  const headers = { Authorization: `Bearer ${await platform.token()}` };
  const records: ApiRecord[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const url = `${platform.address}/api/v2/${list}?page_size=24&page_number=${page}`;
    const body = (await (await fetch(url, { headers })).json()) as Record<string, ApiRecord[]> & {
      meta: { total_pages: number };
    };
    records.push(...(body[key] ?? []));
    pages = body.meta.total_pages;
  }
  return records;
}

/** The ids of all records of a list, sorted. */
export const idsOf = (records: { id: string }[]) => records.map(({ id }) => id).toSorted();

/** Imports records: a file for each name, with a line for each record. */
export async function importRecords(
  platform: Platform,
  directory: string,
  files: Record<string, object[]>,
): Promise<void> {
  const records = mkdtempSync(path.join(directory, 'records-'));
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(
      path.join(records, `${name}.ndjson`),
      lines.map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
  }
  await platform.import(records);
}
