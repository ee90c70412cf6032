import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import type { RefObject } from 'react';
import { twinOf } from '../../machines/addresses';
import { markdownPart } from './markdownPart';
import { useClicks } from './useClicks';

const shownFor = 2000;

/**
 * Makes the buttons copy: the text that they bear, or an operation as Markdown, or else the code that they stand with.
 */
export function useCopyButtons(main: RefObject<HTMLElement | null>): void {
  const { baseUrl } = useDocusaurusContext().siteConfig;

  useClicks(main, '[data-copy]', (button) => {
    const code = () => button.closest('figure')?.querySelector('pre')?.textContent ?? '';
    copy(button, async () => button.dataset.copy || code());
  });

  useClicks(main, '[data-copy-operation]', (button) =>
    copy(button, async () => {
      const answer = await fetch(twinOf(`${baseUrl}api`, baseUrl));
      if (!answer.ok) throw new Error(`The Markdown of the page answered ${answer.status}.`);
      return markdownPart(await answer.text(), button.dataset.copyOperation ?? '');
    }),
  );
}

async function copy(button: HTMLElement, text: () => Promise<string>): Promise<void> {
  const label = button.querySelector('span');
  const usual = label?.textContent ?? '';
  const say = (word: string) => label?.replaceChildren(word);
  try {
    await navigator.clipboard.writeText(await text());
    say('Copied');
  } catch (error) {
    console.warn('This could not be copied.', error);
    say('Could not copy');
  }
  setTimeout(() => say(button.dataset.label ?? usual), shownFor);
}
