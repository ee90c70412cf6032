import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import styles from './failedLoad.module.css';

/**
 * Shows an error if the script of the first page fails to load. React does not start then: the prerendered page stays
 * readable but does not respond.
 */
if (ExecutionEnvironment.canUseDOM) {
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    const started = document.documentElement.dataset.hasHydrated === 'true';
    if (reason instanceof Error && reason.name === 'ChunkLoadError' && !started) {
      document.body.append(errorBox(reason));
    }
  });
}

function errorBox(error: Error): HTMLElement {
  const box = document.createElement('div');
  box.className = styles.box ?? '';
  box.role = 'alert';
  const text = document.createElement('p');
  text.textContent = String(error);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--primary';
  button.textContent = 'Retry';
  button.addEventListener('click', () => window.location.reload());
  box.append(text, button);
  return box;
}
