/** Returns the section of one operation from the Markdown of the reference, including its heading. */
export function markdownSection(markdown: string, title: string): string {
  const lines = markdown.split('\n');
  const start = lines.indexOf(`### ${title}`);
  if (start < 0) throw new Error(`The Markdown has no heading "${title}".`);
  const end = lines.findIndex((line, index) => index > start && /^###? /.test(line));
  return lines
    .slice(start, end < 0 ? undefined : end)
    .join('\n')
    .trim();
}
