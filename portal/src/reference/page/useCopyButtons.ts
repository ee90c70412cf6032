import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import type { RefObject } from 'react';
import { announce } from '../../clipboard/announce';
import { copyText } from '../../clipboard/copyText';
import { markdownUrl } from '../../machine-readable/urls';
import { useClicks } from './useClicks';

const confirmationMilliseconds = 2000;

/** Handles copy buttons: they copy their own text, an operation as Markdown, or the code in the same figure. */
export function useCopyButtons(main: RefObject<HTMLElement | null>): void {
  const { baseUrl } = useDocusaurusContext().siteConfig;

  useClicks(main, '[data-copy]', (button) => {
    const code = () => button.closest('figure')?.querySelector('pre')?.textContent ?? '';
    copy(button, async () => button.dataset.copy || code());
  });

  useClicks(main, '[data-copy-operation]', (button) =>
    copy(button, async () => {
      const url = markdownUrl(`${baseUrl}api/${button.dataset.copyOperation}`, baseUrl);
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
      return response.text();
    }),
  );
}

async function copy(button: HTMLElement, text: () => Promise<string>): Promise<void> {
  const label = button.querySelector('span');
  const normal = label?.textContent ?? '';
  button.dataset.name ??= button.ariaLabel ?? '';
  const { name } = button.dataset;
  const show = (result: string) => {
    label?.replaceChildren(result);
    // Who speaks to the browser says what the button shows (WCAG 2.2, 2.5.3).
    button.ariaLabel = `${result}: ${name}`;
    announce(result);
  };
  try {
    await copyText(await text());
    show('Copied');
  } catch (error) {
    console.warn('Copying failed.', error);
    show('Copy failed');
  }
  setTimeout(() => {
    label?.replaceChildren(button.dataset.label ?? normal);
    button.ariaLabel = name ?? '';
  }, confirmationMilliseconds);
}
