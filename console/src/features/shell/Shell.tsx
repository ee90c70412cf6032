import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { preloadDialog } from '@/components/Dialog';
import { Icon } from '@/components/Icon';
import { useCanWrite, useSession } from '@/session/session';
import { Account } from './Account';
import { Logo } from './Logo';
import { sections } from './navigation';

/** The navigation beside the page. On narrow screens a button shows it. */
export function Shell() {
  const { product, platform } = useSession();
  useEffect(preloadDialog, []);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="sidebar">
        <div className="sidebar-content">
          <Link to="/" className="brand">
            <Logo />
            <span>
              <span className="brand-name">{product}</span>
              <span className="brand-platform">{platform?.name ?? 'Console'}</span>
            </span>
          </Link>
          <Navigation />
        </div>
      </header>
      <main id="main" className="main" tabIndex={-1}>
        <AuditorNotice />
        <Outlet />
      </main>
    </div>
  );
}

function Navigation() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes after each navigation.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu, wherever the focus is in it.
    <div
      className="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="menu-button button button-secondary button-small"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'close' : 'menu'} />
        Menu
      </button>
      <div id="menu" className={`menu-content ${isOpen ? 'menu-open' : ''}`}>
        <nav aria-label="Console">
          <ul>
            {sections.map(({ to, label, icon }) => (
              <li key={to}>
                <Link to={to} className="nav-link" activeOptions={{ exact: to === '/' }}>
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Account />
      </div>
    </div>
  );
}

function AuditorNotice() {
  if (useCanWrite()) return null;
  return (
    <p className="auditor" role="note">
      <Icon name="eye" />
      You are signed in as an auditor: you can read everything and change nothing.
    </p>
  );
}
