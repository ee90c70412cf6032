const names: Record<string, string> = {
  bash: 'Shell',
  csv: 'CSV',
  http: 'HTTP',
  ini: 'Configuration',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsonl: 'JSON Lines',
  jsx: 'JSX',
  powerquery: 'Power Query M',
  python: 'Python',
  r: 'R',
  sql: 'SQL',
  text: 'Text',
  toml: 'TOML',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

/** The name of a language as readers know it, for example `Shell` for `bash`. */
export function languageName(language: string): string {
  return names[language] ?? language;
}
