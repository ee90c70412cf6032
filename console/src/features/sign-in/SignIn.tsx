import text from 'messages:signIn';
import { LanguageField } from '@/features/shell/LanguageField';
import { Logo } from '@/features/shell/Logo';
import { provider } from '@/provider';
import { SignInForm } from './SignInForm';
import { SignInNotice } from './SignInNotice';

export function SignIn() {
  return (
    <main className="sign-in">
      <title>{text('windowTitle')}</title>
      <div className="sign-in-card">
        <p className="brand">
          <Logo />
          <span>
            <span className="brand-name">{provider.product}</span>
            {provider.name !== provider.product && <span className="brand-platform">{provider.name}</span>}
          </span>
        </p>
        <h1>{text('signInToConsole')}</h1>
        <p className="quiet">{text('purpose')}</p>
        <SignInNotice />
        <SignInForm />
        <LanguageField />
      </div>
    </main>
  );
}
