/** What the Markdown of the reference says under the heading of one operation, heading included. */
export function markdownPart(markdown: string, title: string): string {
  const lines = markdown.split('\n');
  const start = lines.indexOf(`### ${title}`);
  if (start < 0) throw new Error(`The Markdown has no heading "${title}".`);
  const end = lines.findIndex((line, index) => index > start && /^###? /.test(line));
  return lines
    .slice(start, end < 0 ? undefined : end)
    .join('\n')
    .trim();
}
