import { type RefObject, useState } from 'react';
import type { RequestTemplate } from '../samples/request';
import { useClicks } from './useClicks';

/** The operation that the Try it form sends. */
export interface TryItRequest {
  id: string;
  title: string;
  template: RequestTemplate;
  /** The request that issues a token. */
  tokenRequest?: RequestTemplate;
}

/** The operation whose Try it button was clicked, and a function that closes the form. */
export function useTryItButtons(main: RefObject<HTMLElement | null>): [TryItRequest | undefined, () => void] {
  const [request, setRequest] = useState<TryItRequest>();
  useClicks(main, '[data-try-it]', (button) => setRequest(requestOf(button)));
  return [request, () => setRequest(undefined)];
}

function requestOf(button: HTMLElement): TryItRequest | undefined {
  const section = button.closest<HTMLElement>('[data-request]');
  const template = templateOf(section);
  if (!section || !template) return undefined;
  const content = button.closest<HTMLElement>('[data-token-operation]');
  const tokenOperation = content?.dataset.tokenOperation;
  const tokenRequest = templateOf(content?.querySelector(`[data-section="${tokenOperation}"]`) ?? null);
  return {
    id: section.dataset.section ?? '',
    title: section.querySelector('h1, h3')?.textContent?.replace('\u200B', '') ?? '',
    template,
    ...(tokenRequest && { tokenRequest }),
  };
}

function templateOf(section: HTMLElement | null): RequestTemplate | undefined {
  return section?.dataset.request ? JSON.parse(section.dataset.request) : undefined;
}
