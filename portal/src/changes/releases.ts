import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { html } from '../reference/document/markdown';
import type { OpenApiDocument } from '../reference/document/openapi';
import type { Change } from './change';
import { compare } from './compare';

/** A release with the changes of the API since the one before. */
export interface Release {
  /** Its anchor in the page. */
  id: string;
  /** Its version; the next release has none. */
  version?: string;
  /** The day of the release as `YYYY-MM-DD`. */
  date?: string;
  /** How many operations the API has. */
  operations: number;
  /** Whether it is the first release, which has nothing to compare with. */
  isFirst: boolean;
  /** Texts are HTML. */
  changes: Change[];
}

/**
 * Reads the documents of all releases from a directory, and compares each with the one before; the first entry is the
 * next release, if it changes the API. `releases.json` lists the releases, newest first. The document of the newest is
 * `released.json`, that of any other `VERSION.json`.
 */
export async function readReleases(directory: string, current: OpenApiDocument): Promise<Release[]> {
  const read = async (name: string) => JSON.parse(await readFile(path.join(directory, name), 'utf8'));
  const listed: { version: string; date: string }[] = await read('releases.json');
  const documents: OpenApiDocument[] = await Promise.all(
    listed.map(({ version }, index) => read(index === 0 ? 'released.json' : `${version}.json`)),
  );
  const next = { id: 'next', ...changesOf(documents[0], current) };
  const releases = listed.map((release, index) => ({
    id: `v${release.version}`,
    ...release,
    ...changesOf(documents[index + 1], documents[index] as OpenApiDocument),
  }));
  return next.changes.length > 0 ? [next, ...releases] : releases;
}

function changesOf(before: OpenApiDocument | undefined, after: OpenApiDocument) {
  // The changelog says whether a limit is new, or was only not documented.
  const changes = before ? compare(before, after).filter(({ limit }) => !limit) : [];
  return {
    operations: Object.values(after.paths ?? {}).flatMap(Object.values).length,
    isFirst: before === undefined,
    changes: changes.map((change) => ({ ...change, text: html(change.text) })),
  };
}
