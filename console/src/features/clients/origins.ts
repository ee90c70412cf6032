import text from 'messages:credentials';

/** The maximum number of origins of a publishable key. */
const MAXIMUM = 50;

/** The origin of a page's URL (RFC 6454), as browsers send it; `undefined` if the text is not such a URL. */
export function originOf(entered: string): string | undefined {
  if (!/^https?:\/\//i.test(entered.trim()) || !URL.canParse(entered)) return undefined;
  const { origin, hostname } = new URL(entered);
  return hostname.includes('*') ? undefined : origin;
}

const textsOf = (lines: string[]) => lines.flatMap((line) => line.split(/[\s,]+/)).filter(Boolean);

/** The origins of what was entered: URLs on lines of their own or separated by commas. */
export const originsOf = (lines: string[]): string[] => [
  ...new Set(textsOf(lines).map((entered) => originOf(entered) ?? entered)),
];

/** What is wrong with one origin; `undefined` if nothing is. */
export const originError = (entered: string): string | undefined =>
  originOf(entered) ? undefined : text('notAWebsite', { entered });

/** What is wrong with what was entered; `undefined` if nothing is. */
export function originsError(lines: string[]): string | undefined {
  const origins = originsOf(lines);
  if (origins.length === 0) return text('noWebsite');
  if (origins.length > MAXIMUM) return text('tooManyWebsites', { maximum: MAXIMUM, count: origins.length });
  return origins.map(originError).find(Boolean);
}
