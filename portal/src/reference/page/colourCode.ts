import { tokens } from '../../colouring/tokens';

/** Longer code stays plain: colouring it would hold the page up. */
const longest = 100_000;

/** Gives the code in an element its colours. */
export function colourCode(element: Element): void {
  const code = element.textContent ?? '';
  if (code.length > longest) return;
  element.replaceChildren(
    ...tokens(code).map(({ kind, text }) => {
      if (kind === undefined) return text;
      const span = document.createElement('span');
      span.dataset.token = kind;
      span.textContent = text;
      return span;
    }),
  );
}
