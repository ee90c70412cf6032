import text from 'messages:shared';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { ErrorNotice } from './ErrorNotice';

interface ConfirmDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Does what the dialog asks; the dialog shows the error if it fails. */
  onConfirm: () => void;
  /** The label of the button that does it, such as `Disable client`. */
  action: string;
  /** The label of the button that changes nothing. */
  dismissal?: string;
  tone?: 'danger' | 'primary';
  isPending?: boolean;
  isDisabled?: boolean;
  error?: unknown;
  children: ReactNode;
}

/** A question that names what happens. The button that changes nothing has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, onConfirm, action, dismissal = text('cancel') } = props;
  const { tone = 'danger', isPending, isDisabled, error } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} role="alertdialog" isDismissable={!isPending}>
      <div className="dialog-body">
        {props.children}
        {error ? <ErrorNotice error={error} /> : null}
      </div>
      <div className="dialog-actions">
        <Button autoFocus onPress={onClose} isDisabled={isPending}>
          {dismissal}
        </Button>
        <Button variant={tone} onPress={onConfirm} isPending={isPending} isDisabled={isDisabled}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
