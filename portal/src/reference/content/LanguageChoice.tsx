import { languages } from '../samples/languages';
import styles from './code.module.css';

/**
 * The language of a sample. `useSamples` replaces it with a `select` when it comes near the viewport: browsers lay out
 * every `select` of a page at once, even off-screen, and this page has more than sixty.
 */
export default function LanguageChoice() {
  return (
    <span className={styles.languages} data-languages>
      {languages.curl}
    </span>
  );
}
