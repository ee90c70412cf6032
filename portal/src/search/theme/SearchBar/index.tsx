import { translate } from '@docusaurus/Translate';
import { useEffect, useState } from 'react';
import DialogBoundary from '../../../loading/DialogBoundary';
import Dialog from './Dialog';
import { onOpenSearch } from './openSearch';
import styles from './styles.module.css';

/** The search button in the navbar; the search index is loaded when the dialog first opens. */
export default function SearchBar() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isSearchShortcut(event)) {
        event.preventDefault();
        setOpen(true);
      }
    };
    document.addEventListener('keydown', onKey);
    const stopListening = onOpenSearch(() => setOpen(true));
    return () => {
      document.removeEventListener('keydown', onKey);
      stopListening();
    };
  }, []);
  const label = translate({ id: 'search.open', message: 'Search' });
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className={styles.icon}>
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="M13 13l4.5 4.5" />
        </svg>
        <span className={styles.label}>{label}</span>
        <kbd translate="no" className={styles.key}>
          /
        </kbd>
      </button>
      {open && (
        <DialogBoundary name={label} onClose={() => setOpen(false)}>
          <Dialog onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </>
  );
}

function isSearchShortcut(event: KeyboardEvent): boolean {
  if (
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    event.key.toLowerCase() === 'k'
  ) {
    return true;
  }
  const { target } = event;
  const typing =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !typing;
}
