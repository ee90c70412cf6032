/** A field, in quotes or without, and what ends it. An open quote does not match. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|((?!")[^,\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * Yields the rows of CSV (RFC 4180), with the header first, and ends at a quote that is not closed.
 * @param isCut Whether the text is the beginning of a longer file: its last row can be incomplete, and is left out.
 */
export function* csvRows(text: string, isCut = false): Generator<string[]> {
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    field.lastIndex = position;
    const match = field.exec(text);
    if (!match) return;
    const [all, quoted, plain = '', end] = match;
    position += all.length;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (end === '' && isCut) return;
    yield row;
    row = [];
  }
  // The text ends with a comma, after which the last field is empty.
  if (row.length > 0 && !isCut) yield [...row, ''];
}
