import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import DialogBoundary from '../../loading/DialogBoundary';
import OnDemand from '../../loading/OnDemand';
import styles from '../tryit/styles.module.css';
import type TryIt from '../tryit/TryIt';

const load = () => import('../tryit/TryIt');

/** The Try it form; its script loads when it first opens. */
export default function TryItPanel(props: ComponentProps<typeof TryIt>) {
  const frame = (loading: ReactNode) => <WaitingPanel onClose={props.onClose}>{loading}</WaitingPanel>;
  return (
    <DialogBoundary name="Try it" onClose={props.onClose}>
      <OnDemand load={load} frame={frame}>
        {({ default: Form }) => <Form {...props} />}
      </OnDemand>
    </DialogBoundary>
  );
}

interface WaitingPanelProps {
  onClose: () => void;
  children: ReactNode;
}

/** The panel before the form is there: a spinner or an error. */
function WaitingPanel({ onClose, children }: WaitingPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const panel = dialog.current;
    panel?.showModal();
    // Returns the focus to the button, so that the form returns it there too.
    return () => panel?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Try it" onClose={onClose}>
      <header className={styles.head}>
        <h2>Try it</h2>
        <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}
