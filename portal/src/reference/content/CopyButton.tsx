import styles from './code.module.css';

interface CopyButtonProps {
  /** The text to copy; without it, the code in the same figure is copied. */
  text?: string;
  /** The page of an operation, below `/api/`, to copy as Markdown instead. */
  operation?: string;
  label: string;
  children?: string;
}

/** A copy button; `useCopyButtons` handles its clicks. */
export default function CopyButton({ text, operation, label, children = 'Copy' }: CopyButtonProps) {
  const data = operation ? { 'data-copy-operation': operation } : { 'data-copy': text ?? '' };
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={label}
      data-label={children}
      data-ui-only
      {...data}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect x="7" y="7" width="10" height="10" rx="2" />
        <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
      </svg>
      <span>{children}</span>
    </button>
  );
}
