import type { Place } from '../model';

/** A value that a request can carry, with what is known about it. */
export interface Slot {
  name: string;
  in: Place;
  required?: boolean;
  /** All values that there are. */
  values?: string[];
  example?: string;
}

/** What a request of an operation is made of: samples and forms are made from it. */
export interface RequestTemplate {
  method: string;
  path: string;
  /** Whether the operation asks for a token. */
  token?: boolean;
  slots: Slot[];
  body?: { type: string; text: string };
}

/** A request that can be sent. */
export interface Request {
  method: string;
  address: string;
  headers: [name: string, value: string][];
  /** The value of a JSON body, or the text of any other. */
  body?: { json: unknown } | { text: string };
}

/** The request that a template makes with the given values, by `place name`; blank ones are left out. */
export function fill(
  template: RequestTemplate,
  {
    server,
    token,
    values,
    body,
  }: { server: string; token?: string; values: Map<string, string>; body?: string },
): Request {
  const given = template.slots.flatMap((slot) => {
    const value = values.get(keyOf(slot)) ?? '';
    return value === '' ? [] : [{ slot, value }];
  });
  const of = (place: Place) => given.filter(({ slot }) => slot.in === place);
  const path = of('path').reduce(
    (filled, { slot, value }) => filled.replace(`{${slot.name}}`, encodeURIComponent(value)),
    template.path,
  );
  const query = of('query').map(({ slot, value }) => `${slot.name}=${encodeURIComponent(value)}`);
  const headers = of('header').map(({ slot, value }): [string, string] => [slot.name, value]);
  if (token !== undefined && template.token) headers.push(['Authorization', `Bearer ${token}`]);
  const text = body ?? template.body?.text;
  if (text !== undefined && template.body) headers.push(['Content-Type', template.body.type]);
  return {
    method: template.method,
    address: server + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers,
    ...(text !== undefined && template.body && { body: bodyOf(template.body.type, text) }),
  };
}

/** Tells slots of one name in different places apart. */
export const keyOf = ({ in: place, name }: Slot) => `${place} ${name}`;

/** The request that samples show: the required values alone, as their examples. */
export function sampleRequest(template: RequestTemplate, server: string): Request {
  const required = template.slots.filter((slot) => slot.required);
  const values = new Map(required.map((slot) => [keyOf(slot), slot.example ?? '']));
  return fill(template, { server, token: 'YOUR_TOKEN', values });
}

function bodyOf(type: string, text: string): Request['body'] {
  if (!/[/+]json\b/.test(type)) return { text };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}
