import type { ReactNode } from 'react';

/** A code inside a message, which neither the browser nor a translator may change. */
export const code = (content: ReactNode) => <code translate="no">{content}</code>;

export const strong = (content: ReactNode) => <strong>{content}</strong>;
