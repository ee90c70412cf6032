import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import clsx from 'clsx';
import { colouredHtml, colouredLines } from '../../../colouring/html';
import styles from './styles.module.css';

/** The code itself, as HTML in which React has nothing to keep up. */
export default function CodeBlockContent({ className }: { className?: string }) {
  const { metadata, wordWrap } = useCodeBlockContext();
  const { code, language, lineClassNames } = metadata;
  const isMarked = Object.keys(lineClassNames).length > 0;
  const html = isMarked
    ? colouredLines(code, language)
        .map((line, index) => `<span class="${clsx(styles.line, lineClassNames[index])}">${line}\n</span>`)
        .join('')
    : colouredHtml(code, language);
  return (
    <pre
      ref={wordWrap.codeBlockRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls, by the keyboard too.
      tabIndex={0}
      className={clsx(className, `language-${language}`, styles.block, 'thin-scrollbar')}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: `colouring` escapes the code. */}
      <code className={styles.code} dangerouslySetInnerHTML={{ __html: html }} />
    </pre>
  );
}
