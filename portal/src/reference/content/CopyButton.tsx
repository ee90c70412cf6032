import styles from './code.module.css';

interface CopyButtonProps {
  /** What is copied; without it, the code that the button stands with. */
  text?: string;
  label: string;
}

/** A button for `useCopyButtons`. */
export default function CopyButton({ text, label }: CopyButtonProps) {
  return (
    <button type="button" className={styles.copy} data-copy={text ?? ''} aria-label={label} data-steering>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect x="7" y="7" width="10" height="10" rx="2" />
        <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
      </svg>
      <span>Copy</span>
    </button>
  );
}
