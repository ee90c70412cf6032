/** The languages of the samples, in the order of the menu. */
export const languages = {
  curl: 'curl',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
  ruby: 'Ruby',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
  csharp: 'C#',
  r: 'R',
} as const;

export type Language = keyof typeof languages;

export const isLanguage = (name: unknown): name is Language => typeof name === 'string' && name in languages;

/** The names of the languages in Shiki. */
export const highlightingNames: Record<Language, string> = {
  curl: 'bash',
  javascript: 'javascript',
  typescript: 'typescript',
  python: 'python',
  ruby: 'ruby',
  php: 'php',
  go: 'go',
  java: 'java',
  csharp: 'csharp',
  r: 'r',
};
