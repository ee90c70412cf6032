import navigation from 'messages:navigation';
import text from 'messages:shell';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { accessQuery } from '@/api/queries';
import { loadDialog } from '@/components/Dialog';
import { Icon } from '@/components/Icon';
import { whenIdle } from '@/components/whenIdle';
import { useCanWrite, useSession } from '@/session/session';
import { Account } from './Account';
import { Logo } from './Logo';
import { sections } from './navigation';

/** The navigation beside the page. On narrow screens a button shows it. */
export function Shell() {
  const { product, platform } = useSession();
  usePreloading();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {text('skipToContent')}
      </a>
      <header className="sidebar">
        <div className="sidebar-content">
          <Link to="/" className="brand">
            <Logo />
            <span>
              <span className="brand-name">{product}</span>
              <span className="brand-platform">{platform?.name ?? text('console')}</span>
            </span>
          </Link>
          <Navigation />
        </div>
      </header>
      <main id="main" className="main" tabIndex={-1}>
        <AccessNotice />
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
        {text('menu')}
      </button>
      <div id="menu" className={`menu-content ${isOpen ? 'menu-open' : ''}`}>
        <nav aria-label={text('console')}>
          <ul>
            {sections.map(({ to, name }) => (
              <li key={to}>
                <Link to={to} className="nav-link" activeOptions={{ exact: to === '/' }}>
                  <Icon name={name} />
                  {navigation(name)}
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

/** Loads the code of all pages when the browser is idle, so that they open while the server does not respond. */
function usePreloading() {
  const router = useRouter();
  useEffect(
    () =>
      whenIdle(() => {
        for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
        void loadDialog();
      }),
    [router],
  );
}

/** While the public API is off, every page says so; the overview does itself. */
function AccessNotice() {
  const { data } = useQuery(accessQuery);
  const { pathname } = useLocation();
  if (data?.enabled !== false || pathname === '/') return null;
  return (
    <p className="banner banner-danger" role="note">
      <Icon name="power" />
      <span>{text('publicApiIsOff', { link: (content) => <Link to="/">{content}</Link> })}</span>
    </p>
  );
}

function AuditorNotice() {
  if (useCanWrite()) return null;
  return (
    <p className="banner" role="note">
      <Icon name="eye" />
      {text('auditorNotice')}
    </p>
  );
}
