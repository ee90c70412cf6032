import { bodyText, type HttpRequest } from '../samples/request';

/** A response, prepared for display. */
export interface HttpResponse {
  status: number;
  statusText: string;
  milliseconds: number;
  /** The size of the body. */
  bytes: number;
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
    const text = await response.text();
    return {
      status: response.status,
      statusText: response.statusText,
      milliseconds: Math.round(performance.now() - start),
      bytes: new Blob([text]).size,
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
