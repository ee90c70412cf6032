import { type Encoding, encode } from './encodings';

const element = document.getElementById('provider-values');
const values: Record<string, string> = element ? JSON.parse(element.textContent) : {};

/**
 * Returns a provider value from the page, encoded for the string that contains it. `ProviderValuesPlugin` writes the
 * calls into every script in place of placeholders; this module is the first that a page runs.
 */
function valueOfProvider(key: string, ...encodings: Encoding[]): string {
  return encodings.reduce(encode, values[key] ?? '');
}

Object.assign(globalThis, { valueOfProvider });
