import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

/** Runs a task when the browser is idle. */
const whenIdle: (task: () => void) => void =
  ExecutionEnvironment.canUseDOM && 'requestIdleCallback' in window
    ? (task) => window.requestIdleCallback(task)
    : setTimeout;

/** The number of pages that are prefetched for one page. */
const mostPages = 3;

let prefetched = 0;

/**
 * Delays the prefetching of links in the viewport until the browser is idle, and leaves out the menu, whose links are many: a page under
 * the pointer is prefetched anyway. Docusaurus prefetches all of them while the page starts. `pageTemplate` has the measurements.
 */
export function limitPrefetch(): void {
  const { docusaurus } = window;
  const prefetch = (path: string) => {
    const link = `:is(main, .navbar) a[href="${CSS.escape(path)}"]`;
    if (prefetched >= mostPages || !document.querySelector(link)) return [];
    const prefetching = docusaurus.prefetch(path);
    // False if it was prefetched before.
    if (prefetching) prefetched += 1;
    return prefetching || [];
  };
  window.docusaurus = {
    ...docusaurus,
    prefetch: (path) => new Promise((resolve) => whenIdle(() => resolve(prefetch(path)))),
  };
}

/** Called by Docusaurus when another page is shown. */
export function onRouteDidUpdate({ previousLocation }: { previousLocation: object | null }): void {
  if (previousLocation) prefetched = 0;
}
