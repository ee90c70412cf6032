import { bodyText, type HttpRequest } from '../samples/request';

/** A response, prepared for display. */
export interface HttpResponse {
  status: number;
  statusText: string;
  milliseconds: number;
  headers: [name: string, value: string][];
  text: string;
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
      headers: [...response.headers],
      text: formatted(text),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Cannot reach the platform at ${originOf(url)} (${reason}). Check the URL and whether the platform allows requests from this site.`,
    );
  }
}

/** JSON with one item per line; other text unchanged. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
