import ErrorBoundary from '@docusaurus/ErrorBoundary';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogBoundaryProps {
  /** What the dialog is, for the message. */
  name: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows an error of a dialog in place of the dialog, so that the page behind it remains. */
export default function DialogBoundary({ name, onClose, children }: DialogBoundaryProps) {
  return (
    <ErrorBoundary
      fallback={({ error, tryAgain }) => (
        <FailedDialog name={name} message={error.message} onRetry={tryAgain} onClose={onClose} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

interface FailedDialogProps {
  name: string;
  message: string;
  onRetry: () => void;
  onClose: () => void;
}

function FailedDialog({ name, message, onRetry, onClose }: FailedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.failed} aria-label={name} onClose={onClose}>
      <p role="alert">
        <strong>{`${name} failed.`}</strong> <span>{message}</span>
      </p>
      <button type="button" className="button button--primary" onClick={onRetry}>
        Try again
      </button>{' '}
      <button type="button" className="button button--secondary" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
