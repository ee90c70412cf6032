import CopyButton from '../../reference/content/CopyButton';
import styles from './styles.module.css';

interface CopyableUrlsProps {
  /** URLs by what they are, such as `Atom`. */
  urls: Record<string, string>;
}

/** A list of URLs with copy buttons, whose clicks `useCopyButtons` handles. */
export default function CopyableUrls({ urls }: CopyableUrlsProps) {
  return (
    <ul className={styles.urls}>
      {Object.entries(urls).map(([name, url]) => (
        <li key={name}>
          <span>{name}</span>
          <a href={url} translate="no">
            {url}
          </a>
          <CopyButton text={url} label={`Copy URL ${url}`}>
            Copy URL
          </CopyButton>
        </li>
      ))}
    </ul>
  );
}
