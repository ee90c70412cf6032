import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import { failureBox } from '../loading/failureBox';

/**
 * Shows an error if the script of the first page fails to load. React does not start then: the prerendered page stays
 * readable but does not respond. `pageTemplate` does the same for the scripts that all pages need.
 */
if (ExecutionEnvironment.canUseDOM) {
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    const started = document.documentElement.dataset.hasHydrated === 'true';
    if (reason instanceof Error && reason.name === 'ChunkLoadError' && !started) {
      document.body.append(failureBox(reason, 'page', () => window.location.reload()));
    }
  });
}
