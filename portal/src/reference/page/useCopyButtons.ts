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

const results = ['Copied', 'Copy failed'] as const;
type Result = (typeof results)[number];

/** The name of a button without the result that it shows. React may have changed the name meanwhile. */
function nameOf({ ariaLabel }: HTMLElement): string {
  const shown = results.find((result) => ariaLabel?.startsWith(`${result}: `));
  return ariaLabel?.slice(shown ? shown.length + 2 : 0) ?? '';
}

async function copy(button: HTMLElement, text: () => Promise<string>): Promise<void> {
  const label = button.querySelector('span');
  const normal = label?.textContent ?? '';
  const show = (result: Result) => {
    label?.replaceChildren(result);
    // Who speaks to the browser says what the button shows (WCAG 2.2, 2.5.3).
    button.ariaLabel = `${result}: ${nameOf(button)}`;
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
    button.ariaLabel = nameOf(button);
  }, confirmationMilliseconds);
}
