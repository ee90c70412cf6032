import { Logo } from '@/features/shell/Logo';
import { SignInForm } from './SignInForm';

export function SignIn() {
  return (
    <main className="sign-in">
      <title>Sign in · Console</title>
      <div className="sign-in-card">
        <Logo />
        <h1>Sign in to the console</h1>
        <p className="quiet">Decide who may read what, and see what they read.</p>
        <SignInForm />
      </div>
    </main>
  );
}
