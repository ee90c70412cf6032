/** A parsed URL; `undefined` if the text is not one. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** An absolute URL of the web; `undefined` for others, such as those of scripts. */
export function webUrl(text: string | null | undefined): string | undefined {
  const url = parseUrl(text ?? '');
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
