import { createContext } from 'react';

/** The page that shows the content: all operations on one page, or one operation. */
export type PageKind = 'reference' | 'operation';

/** Decides the level of headings, the targets of links to objects, and what is shown inline. */
export const PageKindContext = createContext<PageKind>('reference');
