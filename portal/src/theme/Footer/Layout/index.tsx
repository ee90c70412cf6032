import { ThemeClassNames } from '@docusaurus/theme-common';
import type { Props } from '@theme/Footer/Layout';
import clsx from 'clsx';
import styles from './styles.module.css';

/** The footer, with a row of people along its upper edge. */
export default function FooterLayout({ links, logo, copyright }: Props) {
  return (
    <footer className={clsx(ThemeClassNames.layout.footer.container, 'footer', styles.footer)}>
      <div className={styles.content}>
        <div className={styles.brand}>
          {logo}
          {copyright}
        </div>
        {links}
      </div>
    </footer>
  );
}
