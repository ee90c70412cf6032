import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

/** Runs a task when the browser is idle. */
const whenIdle: (task: () => void) => void =
  ExecutionEnvironment.canUseDOM && 'requestIdleCallback' in window
    ? (task) => window.requestIdleCallback(task)
    : setTimeout;

/**
 * Delays the prefetching of links in the viewport until the browser is idle. Docusaurus prefetches all of them while the
 * page starts. `pageTemplate` has the measurements.
 */
if (ExecutionEnvironment.canUseDOM) {
  // Docusaurus sets `window.docusaurus` after this script.
  queueMicrotask(() => {
    const { docusaurus } = window;
    window.docusaurus = {
      ...docusaurus,
      prefetch: (path) => new Promise((resolve) => whenIdle(() => resolve(docusaurus.prefetch(path) || []))),
    };
  });
}
