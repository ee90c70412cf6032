import { ThemeClassNames } from '@docusaurus/theme-common';
import type { Props } from '@theme/Footer/Layout';
import clsx from 'clsx';
import styles from './styles.module.css';

/** The foot of every page: a row of people stands on it. */
export default function FooterLayout({ links, logo, copyright }: Props) {
  return (
    <footer className={clsx(ThemeClassNames.layout.footer.container, 'footer', styles.footer)}>
      <div className={styles.inside}>
        <div className={styles.sign}>
          {logo}
          {copyright}
        </div>
        {links}
      </div>
    </footer>
  );
}
