import text from 'messages:data';

/** Names that the import format has: `platform.json`, and records as `<plural>.ndjson` or `<plural>.ndjson.gz`. */
const NAME = /^([a-z_]+\.ndjson(\.gz)?|platform\.json)$/;

/** What is wrong with a file before it is uploaded; `undefined` if nothing is. */
export function fileError(file: { name: string; size: number }): string | undefined {
  if (!NAME.test(file.name)) {
    return text('wrongFileName');
  }
  return file.size === 0 ? text('emptyFile') : undefined;
}

/** Adds files; a file replaces an earlier one of the same name. */
export function addFiles<T extends { name: string }>(files: T[], added: T[]): T[] {
  const names = new Set(added.map(({ name }) => name));
  return [...files.filter(({ name }) => !names.has(name)), ...added].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
}
