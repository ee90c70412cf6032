import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import styles from './failedLoad.module.css';

/**
 * Says so when the code of the first page cannot be loaded. React has not started then, and what was
 * prerendered stays readable, but nothing on it works.
 */
if (ExecutionEnvironment.canUseDOM) {
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    const started = document.documentElement.dataset.hasHydrated === 'true';
    if (reason instanceof Error && reason.name === 'ChunkLoadError' && !started) {
      document.body.append(failureBox(reason));
    }
  });
}

function failureBox(error: Error): HTMLElement {
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
