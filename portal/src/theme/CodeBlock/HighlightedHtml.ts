import { createContext } from 'react';

/** The HTML of the code block that is being rendered. */
export const HighlightedHtml = createContext('');
