import requests from '@generated/folkmoot-reference/default/requests.json';
import { provider } from '../../../provider';
import { enteredValues } from '../tryit/enteredRequest';
import { getSession } from '../tryit/session';
import { highlight } from './highlight';
import { sample } from './index';
import type { Language } from './languages';

/**
 * The sample of an operation with the token, parameters and body that the reader entered, as HTML; undefined if the
 * reader entered nothing that it shows. Loaded only after the reader entered something.
 */
export function filledSample(operation: string, language: Language): string | undefined {
  const { token, entries } = getSession();
  const { template } = requests.operations[operation] ?? {};
  if (!template) return undefined;
  const entered = enteredValues(template, entries.get(operation) ?? {});
  if (!entered && !(token !== undefined && template.token)) return undefined;
  const tokenRequest = requests.operations[requests.tokenOperation ?? '']?.template;
  return highlight(sample(language, template, { server: provider.apiUrl, tokenRequest, token, ...entered }));
}
