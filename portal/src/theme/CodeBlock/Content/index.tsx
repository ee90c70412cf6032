import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import clsx from 'clsx';
import { use } from 'react';
import { HighlightedHtml } from '../HighlightedHtml';
import styles from './styles.module.css';

/** The code of a block, as HTML that React does not have to hydrate. */
export default function CodeBlockContent({ className }: { className?: string }) {
  const { metadata, wordWrap } = useCodeBlockContext();
  const { language, lineClassNames } = metadata;
  const highlighted = use(HighlightedHtml);
  const hasHighlightedLines = Object.keys(lineClassNames).length > 0;
  const html = hasHighlightedLines
    ? highlighted
        .split('\n')
        .map((line, index) => `<span class="${clsx(styles.line, lineClassNames[index])}">${line}\n</span>`)
        .join('')
    : highlighted;
  return (
    <pre
      translate="no"
      ref={wordWrap.codeBlockRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll long code.
      tabIndex={0}
      className={clsx(className, `language-${language}`, styles.block, 'thin-scrollbar')}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes the code. */}
      <code translate="no" className={styles.code} dangerouslySetInnerHTML={{ __html: html }} />
    </pre>
  );
}
