import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import Buttons from '@theme/CodeBlock/Buttons';
import Container from '@theme/CodeBlock/Container';
import Content from '@theme/CodeBlock/Content';
import clsx from 'clsx';
import { languageName } from './languageName';
import styles from './styles.module.css';

/**
 * A code block with a row above the code: its title or language, and the buttons. In the original, the buttons float
 * over the code, so that they hide the first line and have to be invisible until the pointer is over them.
 */
export default function CodeBlockLayout({ className }: { className?: string }) {
  const { title, language, className: ownClassName } = useCodeBlockContext().metadata;
  return (
    <Container as="div" className={clsx(className, ownClassName)}>
      <div className={styles.head}>
        {title ? (
          <span className={styles.title}>{title}</span>
        ) : (
          <span className={styles.language} data-ui-only>
            {languageName(language)}
          </span>
        )}
        <Buttons className={styles.buttons} />
      </div>
      <Content />
    </Container>
  );
}
