import Link from '@docusaurus/Link';
import type { Props } from '@theme/TagsListByLetter';
import styles from './styles.module.css';

/** All tags in one line, with their numbers of posts: there are too few for a heading for each letter. */
export default function TagsList({ tags }: Props) {
  const sorted = [...tags].sort((one, other) => one.label.localeCompare(other.label));
  return (
    <ul className={styles.tags}>
      {sorted.map(({ permalink, label, count }) => (
        <li key={permalink}>
          <Link rel="tag" to={permalink} className={styles.tag}>
            {label} <span>{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
