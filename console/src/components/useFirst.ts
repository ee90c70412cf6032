import { useState } from 'react';

/** The first entries of a list, the number of the others, and how to show all. */
export function useFirst<Entry>(entries: Entry[], number: number) {
  const [isComplete, setIsComplete] = useState(false);
  const shown = isComplete ? entries : entries.slice(0, number);
  return { shown, hidden: entries.length - shown.length, showAll: () => setIsComplete(true) };
}
