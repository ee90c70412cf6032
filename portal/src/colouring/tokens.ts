/** A run of code and what it is; plain code has no kind. */
export interface Token {
  kind?: 'comment' | 'string' | 'property' | 'number' | 'keyword' | 'function';
  text: string;
}

const keywords =
  'await|break|case|catch|class|const|def|defer|do|echo|else|end|err|false|False|FALSE|for|from|func|function|if|import|in|let|library|new|nil|None|null|NULL|package|public|raise|require|return|static|throw|throws|true|True|TRUE|try|unless|using|var|void';

const parts: [NonNullable<Token['kind']>, string][] = [
  ['property', String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`],
  [
    'string',
    String.raw`"""[\s\S]*?"""|<<~'BODY'[\s\S]*?\nBODY|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|${'`'}[^${'`'}]*${'`'}`,
  ],
  ['comment', String.raw`(?:^|(?<=\s))(?:#|\/\/) .*`],
  ['number', String.raw`(?<![\w-])\d[\d.]*\b(?!-)`],
  ['keyword', String.raw`(?<![\w/.-])(?:${keywords})(?![\w-])|(?<=\s)--[\w-]+|<\?php`],
  ['function', String.raw`\b[A-Za-z_]\w*(?=\()`],
];

const pattern = new RegExp(parts.map(([, source]) => `(${source})`).join('|'), 'gm');

/** Code cut into runs of one kind, near enough for the languages of the samples and JSON alike. */
export function tokens(code: string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) found.push({ text: code.slice(end, match.index) });
    const kind = parts[match.slice(1).findIndex((text) => text !== undefined)]?.[0];
    found.push({ text: match[0], ...(kind && { kind }) });
    end = match.index + match[0].length;
  }
  if (end < code.length) found.push({ text: code.slice(end) });
  return found;
}
