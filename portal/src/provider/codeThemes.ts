import { themes } from 'prism-react-renderer';

/** Colours of code that keep a contrast of 4.5 on our code backgrounds. */
export const codeThemes = { theme: themes.vsLight, darkTheme: themes.dracula };
