import { createContext } from 'react';

/** The page that shows the content: all operations and objects on one page, or one of them. */
export type PageKind = 'all' | 'one';

/** Decides the level of headings, the targets of links to objects, and what is folded. */
export const PageKindContext = createContext<PageKind>('all');
