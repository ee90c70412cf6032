import type { Request } from '../samples/request';
import { bodyText } from '../samples/writing';

/** What came back, ready to be shown. */
export interface Reply {
  status: number;
  statusText: string;
  milliseconds: number;
  headers: [name: string, value: string][];
  text: string;
}

/**
 * Sends a request from the browser, without cookies.
 * @throws if the platform cannot be reached, saying what the reader can do.
 */
export async function send(request: Request): Promise<Reply> {
  const { method, address, headers } = request;
  const start = performance.now();
  try {
    const response = await fetch(address, { method, headers, body: bodyText(request), credentials: 'omit' });
    const text = await response.text();
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds: Math.round(performance.now() - start),
      headers: [...response.headers],
      text: readable(text),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The platform at ${originOf(address)} could not be reached (${reason}). Check the address, and whether the platform allows requests from this site.`,
    );
  }
}

/** JSON with an item a line; anything else as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
