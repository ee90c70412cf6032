import text from 'messages:signIn';
import { Dialog } from '@/components/Dialog';
import { SignInForm } from './SignInForm';

/** Covers the page after the session has ended, and asks to sign in again. What was typed in the page remains. */
export function SignInAgain() {
  return (
    <Dialog
      title={text('sessionHasEnded')}
      isOpen
      onClose={() => {}}
      role="alertdialog"
      isDismissable={false}
      isCover
    >
      <div className="dialog-body">
        <p>{text('signInAgain')}</p>
        <SignInForm leavesPage />
      </div>
    </Dialog>
  );
}
