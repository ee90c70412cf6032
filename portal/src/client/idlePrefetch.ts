import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';

/** Prefetching is given the time that nothing else wants, and less of it at once. */
const later: (task: () => void) => void =
  ExecutionEnvironment.canUseDOM && 'requestIdleCallback' in window
    ? (task) => window.requestIdleCallback(task)
    : setTimeout;

/**
 * Lets the links that have come into sight wait with their prefetching until the page is at rest. Otherwise all
 * links on the first screen do it in one go, while the page is starting.
 */
if (ExecutionEnvironment.canUseDOM) {
  // What Docusaurus offers to its links stands there only when this script has come to its end.
  queueMicrotask(() => {
    const { docusaurus } = window;
    window.docusaurus = {
      ...docusaurus,
      prefetch: (path) => new Promise((resolve) => later(() => resolve(docusaurus.prefetch(path) || []))),
    };
  });
}
