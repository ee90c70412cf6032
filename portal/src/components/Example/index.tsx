import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface ExampleProps {
  children: ReactNode;
  /** The source of the children, filled in when the guide is compiled. */
  source?: string;
  /** What the source is written in. */
  language?: string;
}

/** A building block as it looks, above the code that makes it. */
export default function Example({ children, source, language = 'jsx' }: ExampleProps) {
  return (
    <figure className={styles.example}>
      <div className={styles.stage}>{children}</div>
      {source && <CodeBlock language={language}>{source}</CodeBlock>}
    </figure>
  );
}
