import type { ReactNode } from 'react';
import CopyButton from './CopyButton';
import styles from './code.module.css';

interface CodeProps {
  title: ReactNode;
  language: string;
  code: string;
  /** Controls beside the button that copies. */
  children?: ReactNode;
}

/** A block of code; `useSamples` colours it when it comes near the screen. */
export default function Code({ title, language, code, children }: CodeProps) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head} data-steering>
        <span className={styles.title}>{title}</span>
        {children}
        <CopyButton label="Copy the code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls, by the keyboard too. */}
      <pre className={`${styles.code} language-${language}`} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
