/** Why an element shows no records: a code for scripts, and what happened and what to do, for the console. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The locales of the platform, if it does not have the requested one. */
    readonly allowedLocales?: string[],
  ) {
    super(message);
  }
}

const newKey = () => `folkmoot clients create NAME --publishable --origins ${location.origin}`;

/** What to do, by the code of a problem of the API. */
const remedies: Record<string, () => string> = {
  'invalid-token': () => `Copy the key again, or create one: ${newKey()}`,
  'revoked-client': () => `Ask an administrator to enable the client, or create a key: ${newKey()}`,
  'insufficient-access': () =>
    'Permit the key to read it: folkmoot clients update ID --resources projects,ideas,events',
  'public-api-disabled': () => 'Ask an administrator to enable it: folkmoot access on',
  'record-not-found': () => "Check the attribute 'idea-id'.",
  'invalid-parameter-value': () => 'Check the attributes of the element.',
  'too-many-requests': () => 'Wait a minute, then load the page again.',
};

/** The key is not an attribute of the element. */
export const missingKey = () =>
  new Failure('missing-key', `the attribute 'key' is missing. Set it to a publishable key: ${newKey()}`);

/** An attribute has a value that is not valid. */
export const invalidAttribute = (name: string, expected: string) =>
  new Failure('invalid-attribute', `the attribute '${name}' must be ${expected}.`);

/** The browser got no response that the page may read. */
export const noResponse = (server: string) =>
  new Failure(
    'no-response',
    `no response from ${server}. Is the server reachable, does the key exist, and is ${location.origin} among its origins? ` +
      '(folkmoot clients update ID --origins ORIGINS)',
  );

/** A response that is not one of the API. */
export const unexpectedResponse = (server: string, status: number) =>
  new Failure(
    'unexpected-response',
    `the response of ${server} has status ${status} and is not one of the API.`,
  );

/** A problem document (RFC 9457), which is the body of a response. */
export function problem(body: Record<string, unknown>): Failure {
  const [, code = 'unknown-problem'] = String(body.type).split('#');
  const { title, detail, request_id: request, parameter_name: parameter, allowed_values: allowed } = body;
  const message = [`${title}. ${detail}`, remedies[code]?.(), request && `(request ${request})`];
  const locales = parameter === 'locale' && Array.isArray(allowed) ? allowed.map(String) : undefined;
  return new Failure(code, message.filter(Boolean).join(' '), locales);
}
