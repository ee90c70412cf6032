import Translate, { translate } from '@docusaurus/Translate';
import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import styles from './styles.module.css';

/** Wraps long lines of code; shown if the code has any. */
export default function WordWrapButton() {
  const { isEnabled, isCodeScrollable, toggle } = useCodeBlockContext().wordWrap;
  if (!isEnabled && !isCodeScrollable) return null;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={translate({ id: 'codeBlock.wrapLabel', message: 'Wrap long lines' })}
      aria-pressed={isEnabled}
      onClick={toggle}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 5h14M3 10h11a3 3 0 0 1 0 6h-3m2-2.5L10.5 16l2.5 2.5M3 15h4" />
      </svg>
      <span>
        <Translate id="codeBlock.wrap">Wrap</Translate>
      </span>
    </button>
  );
}
