import type { RefObject } from 'react';
import { useClicks } from './useClicks';

const shownFor = 2000;

/** Makes the buttons copy: the text that they bear, or else the code that they stand with. */
export function useCopyButtons(main: RefObject<HTMLElement | null>): void {
  useClicks(main, '[data-copy]', async (button) => {
    const text = button.dataset.copy || button.closest('figure')?.querySelector('pre')?.textContent || '';
    const label = button.querySelector('span');
    const say = (word: string) => label?.replaceChildren(word);
    try {
      await navigator.clipboard.writeText(text);
      say('Copied');
    } catch (error) {
      console.warn('The code could not be copied.', error);
      say('Could not copy');
    }
    setTimeout(() => say('Copy'), shownFor);
  });
}
