import type { PrismTheme } from 'prism-react-renderer';
import { codeThemes } from '../../provider/codeThemes';
import type { Token } from './tokens';

const kinds: NonNullable<Token['kind']>[] = [
  'comment',
  'string',
  'property',
  'number',
  'keyword',
  'function',
];

/** Gives code the colours that it has in the guides. */
export default function CodeColours() {
  return <style>{rules('', codeThemes.theme) + rules('[data-theme=dark] ', codeThemes.darkTheme)}</style>;
}

function rules(scope: string, { styles }: PrismTheme): string {
  return kinds
    .map((kind) => {
      const colour = styles.find(({ types }) => types.includes(kind))?.style.color;
      return `${scope}[data-token=${kind}]{color:${colour}}`;
    })
    .join('');
}
