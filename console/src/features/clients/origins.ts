/** The maximum number of origins of a publishable key. */
const MAXIMUM = 50;

/** The origin of a page's URL (RFC 6454), as browsers send it; `undefined` if the text is not such a URL. */
export function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text)) return undefined;
  const { origin, hostname } = new URL(text);
  return hostname.includes('*') ? undefined : origin;
}

const textsOf = (lines: string[]) => lines.flatMap((line) => line.split(/[\s,]+/)).filter(Boolean);

/** The origins of what was entered: URLs on lines of their own or separated by commas. */
export const originsOf = (lines: string[]): string[] => [
  ...new Set(textsOf(lines).map((text) => originOf(text) ?? text)),
];

/** What is wrong with one origin; `undefined` if nothing is. */
export const originError = (text: string): string | undefined =>
  originOf(text)
    ? undefined
    : `'${text}' is not the address of a website. Enter one with https://, such as https://www.city.example.`;

/** What is wrong with what was entered; `undefined` if nothing is. */
export function originsError(lines: string[]): string | undefined {
  const origins = originsOf(lines);
  if (origins.length === 0) return 'Enter at least one website, such as https://www.city.example.';
  if (origins.length > MAXIMUM) return `Enter at most ${MAXIMUM} websites; these are ${origins.length}.`;
  return origins.map(originError).find(Boolean);
}
