/** Where a box is: over the page, or in the place of code. */
type Position = 'page' | 'code';

/** An error box with a Retry button, for content that React does not manage. */
export function failureBox(error: unknown, position: Position, retry: () => void): HTMLElement {
  const box = document.createElement('div');
  box.className = `load-failure load-failure--${position}`;
  box.role = 'alert';
  const text = document.createElement('p');
  text.textContent = String(error);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button--primary';
  button.textContent = 'Retry';
  button.addEventListener('click', retry);
  box.append(text, button);
  return box;
}
