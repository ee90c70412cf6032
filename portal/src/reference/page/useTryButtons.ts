import { type RefObject, useState } from 'react';
import type { RequestTemplate } from '../samples/request';
import { useClicks } from './useClicks';

/** What a reader wants to try. */
export interface Trial {
  id: string;
  title: string;
  request: RequestTemplate;
  /** Where the samples say that the API is reached. */
  server: string;
  /** How a token is obtained. */
  tokenRequest?: RequestTemplate;
}

/** The operation that a reader chose to try, and how to end that. */
export function useTryButtons(main: RefObject<HTMLElement | null>): [Trial | undefined, () => void] {
  const [trial, setTrial] = useState<Trial>();
  useClicks(main, '[data-try]', (button) => setTrial(trialOf(button)));
  return [trial, () => setTrial(undefined)];
}

function trialOf(button: HTMLElement): Trial | undefined {
  const part = button.closest<HTMLElement>('[data-request]');
  const content = button.closest<HTMLElement>('[data-server]');
  const request = requestOf(part);
  const { server, tokenOperation } = content?.dataset ?? {};
  if (!part || !request || !server) return undefined;
  const tokenRequest = requestOf(content?.querySelector(`[data-part="${tokenOperation}"]`) ?? null);
  return {
    id: part.dataset.part ?? '',
    title: part.querySelector('h3')?.textContent?.replace('\u200B', '') ?? '',
    request,
    server,
    ...(tokenRequest && { tokenRequest }),
  };
}

function requestOf(part: HTMLElement | null): RequestTemplate | undefined {
  return part?.dataset.request ? JSON.parse(part.dataset.request) : undefined;
}
