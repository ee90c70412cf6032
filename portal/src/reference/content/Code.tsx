import type { ReactNode } from 'react';
import CopyButton from './CopyButton';
import styles from './code.module.css';

interface CodeProps {
  title: ReactNode;
  language: string;
  /** The code, highlighted at build time. */
  html: string;
  /** Controls beside the copy button. */
  children?: ReactNode;
}

/** A code block with a title and a copy button. */
export default function Code({ title, language, html, children }: CodeProps) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head} data-ui-only>
        <span className={styles.title}>{title}</span>
        {children}
        <CopyButton label="Copy code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll long code. */}
      <pre translate="no" className={`${styles.code} language-${language}`} tabIndex={0}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes the code. */}
        <code translate="no" dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </figure>
  );
}
