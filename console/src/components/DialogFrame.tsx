import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** `alertdialog` for a question that must be decided. */
  role?: 'dialog' | 'alertdialog';
  size?: 'normal' | 'wide';
  /** Whether Escape and a press outside close it; false while a request runs or a secret would be lost. */
  isDismissable?: boolean;
  children: ReactNode;
}

/** The dialog itself; `Dialog` loads it. */
export function DialogFrame({
  title,
  isOpen,
  onClose,
  role = 'dialog',
  size,
  isDismissable = true,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={isDismissable && role === 'dialog'}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={`modal modal-${size ?? 'normal'}`}>
        <AriaDialog role={role} className="dialog">
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
