import { languages } from '../samples/languages';
import styles from './code.module.css';

/**
 * The language of a sample. `useSamples` makes it a choice when it comes near the screen: browsers lay a real
 * `select` out at once, wherever it stands, which a page of so many would pay for at its start.
 */
export default function LanguageChoice() {
  return (
    <span className={styles.languages} data-languages>
      {languages.curl}
    </span>
  );
}
