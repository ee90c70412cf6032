import text from 'messages:shared';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '@/session/session';
import { announce } from './announcements';

interface PageProps {
  title: string;
  /** The title of the window, if it differs from the heading. */
  windowTitle?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** What is above the title, such as a link to the list. */
  above?: ReactNode;
  children: ReactNode;
}

let isFirstPage = true;

/** A page: its title, which receives the focus after navigation, and its content. */
export function Page({ title, windowTitle = title, description, actions, above, children }: PageProps) {
  const { product } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => announce(windowTitle), [windowTitle]);
  return (
    <div className="page">
      <title>{text('windowTitle', { title: windowTitle, product })}</title>
      {above}
      <header className="page-header">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {description && <p className="page-description">{description}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
