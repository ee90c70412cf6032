/** A JSON document of the server, or why there is none: the operator has not turned it on, or it does not exist yet. */
export type ServerJson<Document> =
  | { state: 'found'; document: Document }
  | { state: 'off' }
  | { state: 'pending'; retryAfterSeconds: number };

/**
 * Reads a JSON document of the server that needs no token.
 * @throws if the request fails, or if the response is not JSON.
 */
export async function readServerJson<Document>(url: string): Promise<ServerJson<Document>> {
  const response = await request(url);
  if (response.status === 404) return { state: 'off' };
  if (response.status === 503) {
    return { state: 'pending', retryAfterSeconds: Number(response.headers.get('Retry-After')) || 0 };
  }
  if (!response.ok) throw new Error(`${url} returned status ${response.status}.`);
  try {
    return { state: 'found', document: (await response.json()) as Document };
  } catch (cause) {
    throw new Error(`${url} did not return JSON.`, { cause });
  }
}

/**
 * Sends a GET request.
 * @throws with a message for readers if the request failed.
 */
export async function request(url: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(url, { headers });
  } catch (cause) {
    throw new Error(`${url} could not be loaded. Check your connection.`, { cause });
  }
}
