declare module 'turndown-plugin-gfm' {
  export const tables: import('turndown').Plugin;
}
