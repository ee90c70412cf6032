import Link from '@docusaurus/Link';
import type { GuideLink } from '../model';
import styles from './guides.module.css';

/** Links to the guides about an operation. */
export default function Guides({ guides = [] }: { guides?: GuideLink[] | undefined }) {
  if (guides.length === 0) return null;
  return (
    <p className={styles.guides} data-guides>
      {guides.length === 1 ? 'Guide: ' : 'Guides: '}
      {guides.map(({ label, to }, index) => (
        <span key={to}>
          {index > 0 && ' · '}
          <Link to={to}>{label}</Link>
        </span>
      ))}
    </p>
  );
}
