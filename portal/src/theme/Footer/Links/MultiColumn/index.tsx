import { ThemeClassNames } from '@docusaurus/theme-common';
import LinkItem from '@theme/Footer/LinkItem';
import type { Props } from '@theme/Footer/Links/MultiColumn';
import clsx from 'clsx';
import { Fragment } from 'react';
import styles from './styles.module.css';

/** Groups of links with titles; links are separated by a middle dot. */
export default function FooterLinksMultiColumn({ columns }: Props) {
  return (
    <div className={styles.groups}>
      {columns.map((column) => (
        <div key={column.title} className={clsx(ThemeClassNames.layout.footer.column)}>
          <div className={clsx('footer__title', styles.title)}>{column.title}</div>
          <div className={styles.links}>
            {column.items.map((item, index) => (
              <Fragment key={item.href ?? item.to ?? item.label}>
                {index > 0 && <span className="footer__link-separator">·</span>}
                <LinkItem item={item} />
              </Fragment>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
