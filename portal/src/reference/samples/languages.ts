/** The languages that samples are written in, in the order in which they are offered. */
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
