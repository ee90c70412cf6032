import { request } from '../../loading/serverJson';
import { csvRows } from './csv';

/** The part of a file that is read: enough for ten rows of nearly every list. */
const maximumBytes = 64 * 1024;
const maximumRows = 10;

/**
 * Reads the header and the first ten rows of a CSV file, of which it requests only the beginning.
 * @throws if the request fails.
 */
export async function readFirstRows(url: string): Promise<string[][]> {
  const response = await request(url, { Range: `bytes=0-${maximumBytes - 1}` });
  if (!response.ok) throw new Error(`${url} returned status ${response.status}.`);
  // A server can ignore the range, and send the complete file.
  const bytes = (await response.arrayBuffer()).slice(0, maximumBytes);
  const text = new TextDecoder().decode(bytes);
  return [...csvRows(text, bytes.byteLength === maximumBytes)].slice(0, 1 + maximumRows);
}
