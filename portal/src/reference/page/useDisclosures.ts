import type { RefObject } from 'react';
import { useClicks } from './useClicks';

/** Handles the button that opens or closes all nested objects and example bodies of an operation. */
export function useDisclosures(main: RefObject<HTMLElement | null>): void {
  useClicks(main, '[data-expand-all]', (button) => {
    const all = button.closest('[data-section]')?.querySelectorAll<HTMLDetailsElement>('[data-disclosure]');
    const isOpening = button.dataset.expandAll !== 'open';
    for (const details of all ?? []) details.open = isOpening;
    button.dataset.expandAll = isOpening ? 'open' : '';
    button.textContent = isOpening ? 'Collapse all' : 'Expand all';
  });
}
