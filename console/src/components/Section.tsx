import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A framed part of a page with a heading. */
export function Section({ title, description, actions, className = '', children }: SectionProps) {
  const id = useId();
  return (
    <section className={`section ${className}`} aria-labelledby={id}>
      <header className="section-header">
        <div>
          <h2 id={id}>{title}</h2>
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
