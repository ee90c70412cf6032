/** A page's address without `index.html`, `.html` and the slash at the end. */
export function plainPath(pathname: string): string {
  const plain = pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/+$/, '');
  return plain || '/';
}
