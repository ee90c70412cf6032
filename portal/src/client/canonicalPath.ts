/** The path of a page without `index.html`, `.html` and trailing slash. */
export function canonicalPath(pathname: string): string {
  const path = pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/+$/, '');
  return path || '/';
}
