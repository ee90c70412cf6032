import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { portal } from './build';

/** The files for Power BI and Excel. */
export const powerBi = path.join(portal, '../connectors/powerbi');

/** The queries of a folder, by their names. */
function queriesOf(folder: string): Record<string, string> {
  const files = readdirSync(path.join(powerBi, folder)).filter((file) => file.endsWith('.pq'));
  return Object.fromEntries(
    files.map((file) => [path.basename(file, '.pq'), readFileSync(path.join(powerBi, folder, file), 'utf8')]),
  );
}

/** The functions and parameters. */
export const queries = { ...queriesOf('.'), ...queriesOf('parameters') };

/** A query for each table. */
export const tables = queriesOf('tables');
