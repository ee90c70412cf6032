import { type RefObject, useState } from 'react';
import { useClicks } from './useClicks';

/** The id of the operation whose Try it button was clicked, and a function that closes the form. */
export function useTryItButtons(main: RefObject<HTMLElement | null>): [string | undefined, () => void] {
  const [operation, setOperation] = useState<string>();
  useClicks(main, '[data-try-it]', (button) => setOperation(button.dataset.tryIt));
  return [operation, () => setOperation(undefined)];
}
