import { Failure, noResponse, problem, unexpectedResponse } from './failure';
import type { Parameters } from './kind';
import { sameLanguage } from './locale';

/** A request of the API. */
export interface ApiRequest {
  /** The URL of the server, with a slash at its end. */
  server: string;
  /** The publishable key. */
  key: string;
  /** The path below `/api/v2/`. */
  path: string;
  parameters: Parameters;
  /** The language of the texts. */
  locale: string;
}

/** The body of a response. */
export type Body = Record<string, unknown>;

/** The requests that have no response yet, by URL. */
const pending = new Map<string, Promise<Body>>();
/** By server and requested locale, the locale of the platform to request instead, or an empty text for its default. */
const chosenLocales = new Map<string, string>();

/** The URL of a request. */
export function requestUrl({ server, key, path, parameters }: Omit<ApiRequest, 'locale'>): string {
  const url = new URL(`api/v2/${path}`, server);
  for (const [name, value] of Object.entries({ key, ...parameters })) {
    if (value?.trim()) url.searchParams.set(name, value.trim());
  }
  return url.href;
}

/**
 * Sends a request and returns the body of its response with the locale of its texts, which is empty for the platform's default.
 * If the platform does not have the locale, requests one of the same language or the default. Throws a `Failure`.
 */
export async function read(request: ApiRequest): Promise<{ body: Body; locale: string }> {
  const memory = `${request.server} ${request.locale}`;
  const readIn = async (locale: string) => {
    const parameters = { ...request.parameters, locale };
    return { body: await share(requestUrl({ ...request, parameters }), request.server), locale };
  };
  try {
    return await readIn(chosenLocales.get(memory) ?? request.locale);
  } catch (error) {
    if (!(error instanceof Failure && error.allowedLocales)) throw error;
    const locale = sameLanguage(request.locale, error.allowedLocales) ?? '';
    chosenLocales.set(memory, locale);
    return readIn(locale);
  }
}

/** Sends a request, unless an equal one has no response yet. */
function share(url: string, server: string): Promise<Body> {
  const shared = pending.get(url) ?? send(url, server).finally(() => pending.delete(url));
  pending.set(url, shared);
  return shared;
}

async function send(url: string, server: string): Promise<Body> {
  // No header that needs a preflight request.
  const response = await fetch(url, { credentials: 'omit' }).catch(() => undefined);
  if (!response) throw noResponse(server);
  const body = await response.json().catch(() => undefined);
  const isKnown = typeof body === 'object' && body && (response.ok || 'type' in body);
  if (!isKnown) throw unexpectedResponse(server, response.status);
  if (!response.ok) throw problem(body);
  return body;
}
