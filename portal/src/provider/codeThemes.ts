import type { PrismTheme } from 'prism-react-renderer';

interface CodeColours {
  plain: string;
  quiet: string;
  word: string;
  text: string;
  name: string;
  value: string;
  property: string;
}

/** Colours of code that keep a contrast of 4.5 on the backgrounds of code in `css/tokens.css`. */
const light: CodeColours = {
  plain: '#1c2824',
  quiet: '#55635d',
  word: '#8c3a10',
  text: '#14604f',
  name: '#1e4b9b',
  value: '#7d4700',
  property: '#65399a',
};

const dark: CodeColours = {
  plain: '#d9e4df',
  quiet: '#94a79e',
  word: '#f2b38a',
  text: '#86d5bb',
  name: '#9cc3f7',
  value: '#f3c677',
  property: '#d0b8f4',
};

function theme(colours: CodeColours): PrismTheme {
  return {
    plain: { color: colours.plain, backgroundColor: 'var(--code-background)' },
    styles: [
      { types: ['comment', 'prolog', 'punctuation', 'operator'], style: { color: colours.quiet } },
      { types: ['keyword', 'tag', 'selector', 'important', 'atrule'], style: { color: colours.word } },
      { types: ['string', 'char', 'attr-value', 'inserted', 'url'], style: { color: colours.text } },
      { types: ['function', 'class-name', 'maybe-class-name', 'builtin'], style: { color: colours.name } },
      {
        types: ['number', 'boolean', 'constant', 'variable', 'deleted', 'null'],
        style: { color: colours.value },
      },
      { types: ['property', 'attr-name', 'key', 'parameter'], style: { color: colours.property } },
    ],
  };
}

export const codeThemes = { theme: theme(light), darkTheme: theme(dark) };
