import { bodyText, type HttpRequest } from '../samples/request';

/** How much of a body is read, so that a list with a million records does not stop the page. JSON is needed completely. */
const maximumBytes = { json: 8_000_000, lines: 200_000 };

/** A response, prepared for display. */
export interface HttpResponse {
  status: number;
  statusText: string;
  milliseconds: number;
  /** The size of the body that was read. */
  bytes: number;
  /** Whether the body has more bytes, which were not read. */
  isCut: boolean;
  headers: [name: string, value: string][];
  /** The body; JSON with one item per line. */
  text: string;
  /** The value of a JSON body. */
  json?: unknown;
}

/**
 * Sends a request from the browser, without cookies.
 * @throws if the platform cannot be reached; the message says what to check.
 */
export async function send(request: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers } = request;
  const start = performance.now();
  try {
    const response = await fetch(url, { method, headers, body: bodyText(request), credentials: 'omit' });
    const isJson = /\bjson$|\+json$/.test(response.headers.get('Content-Type')?.split(';')[0] ?? '');
    const { text, bytes, isCut } = await readBody(response, maximumBytes[isJson ? 'json' : 'lines']);
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds: Math.round(performance.now() - start),
      bytes,
      isCut,
      headers: [...response.headers],
      ...formatted(text),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Cannot reach the platform at ${originOf(url)} (${reason}). Check that it is running. If this portal has another URL than the platform, the platform has to allow requests from it.`,
    );
  }
}

/** The text of a body, up to the last complete line within a number of bytes. The rest is not received. */
async function readBody(
  response: Response,
  maximum: number,
): Promise<Pick<HttpResponse, 'text' | 'bytes' | 'isCut'>> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    text += decoder.decode(chunk.value, { stream: true });
    bytes += chunk.value.length;
    if (bytes > maximum) {
      await reader?.cancel();
      const shown = text.slice(0, maximum);
      return { text: shown.slice(0, shown.lastIndexOf('\n') + 1) || shown, bytes, isCut: true };
    }
  }
  return { text: text + decoder.decode(), bytes, isCut: false };
}

function formatted(text: string): Pick<HttpResponse, 'text' | 'json'> {
  try {
    const json: unknown = JSON.parse(text);
    return { json, text: JSON.stringify(json, null, 2) };
  } catch {
    return { text };
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
