/** A child of an element; none if `undefined`. */
export type Child = Node | string | undefined;

/** Creates an element with attributes and children. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

const namespace = 'http://www.w3.org/2000/svg';

/** A decorative icon with a stroke, from the path data of a 24 × 24 grid. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(namespace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** The path data of a speech bubble. */
export const bubble = 'M4 5h16v11h-9l-4 4v-4H4z';
