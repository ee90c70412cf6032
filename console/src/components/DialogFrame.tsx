import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { currentLocale } from '@/language/language';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** `alertdialog` for a question that must be decided. */
  role?: 'dialog' | 'alertdialog';
  size?: 'normal' | 'wide';
  /** Whether Escape and a press outside close it; false while a request runs or a secret would be lost. */
  isDismissable?: boolean;
  /** Whether nothing of the page may be seen behind it. */
  isCover?: boolean;
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
  isCover,
  children,
}: DialogProps) {
  return (
    <I18nProvider locale={currentLocale()}>
      <ModalOverlay
        className={isCover ? 'overlay overlay-cover' : 'overlay'}
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
    </I18nProvider>
  );
}
