import { Dialog } from '@/components/Dialog';
import { SignInForm } from './SignInForm';

/** Asks to sign in again after the session has ended; the page below, with what was typed, remains. */
export function SignInAgain() {
  return (
    <Dialog title="Your session has ended" isOpen onClose={() => {}} role="alertdialog" isDismissable={false}>
      <div className="dialog-body">
        <p>Sign in again to continue. The page below stays as it is.</p>
        <SignInForm />
      </div>
    </Dialog>
  );
}
