const eventName = 'folkmoot-open-search';

/** Opens the search dialog from anywhere on the page. */
export function openSearch(): void {
  document.dispatchEvent(new Event(eventName));
}

/** Calls a function when the search is to be opened; returns a function that stops this. */
export function onOpenSearch(open: () => void): () => void {
  document.addEventListener(eventName, open);
  return () => document.removeEventListener(eventName, open);
}
