import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** For links to it. */
  id?: string;
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A framed part of a page with a heading. */
export function Section({ id, title, description, actions, className = '', children }: SectionProps) {
  const heading = useId();
  return (
    <section id={id} className={`section ${className}`} aria-labelledby={heading}>
      <header className="section-header">
        <div>
          <h2 id={heading}>{title}</h2>
          {description && <p className="quiet">{description}</p>}
        </div>
        {actions && <div className="section-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** What a list shows if it has no entries. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
