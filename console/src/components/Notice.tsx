import type { ReactNode } from 'react';
import { Icon } from './Icon';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

const icons = { info: 'info', success: 'check', warning: 'warning', danger: 'danger' } as const;

/** A framed message. With `isAlert`, screen readers say it when it appears. */
export function Notice(props: { tone: Tone; title?: ReactNode; children?: ReactNode; isAlert?: boolean }) {
  const { tone, title, children, isAlert } = props;
  return (
    <div className={`notice notice-${tone}`} role={isAlert ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <div className="notice-text">
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
