import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { provider } from '../../provider';
import { replacePlaceholders } from '../../src/provider/placeholders';
import { portal } from './build';

/** A code block of a guide, with placeholders replaced. */
export interface Block {
  language: string;
  title?: string;
  code: string;
}

const docs = path.join(portal, 'docs');

/** All guides, by their paths below `docs`. */
export const guides = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx'))
  .map((file) => file.replace(/\.mdx$/, ''))
  .toSorted();

/** The source of a guide, with placeholders replaced. */
export function textOf(guide: string): string {
  return replacePlaceholders(readFileSync(path.join(docs, `${guide}.mdx`), 'utf8'), provider);
}

/** The code blocks of a guide, in order. */
export function blocksOf(guide: string): Block[] {
  return [...textOf(guide).matchAll(/^```(\w+)(?: title="([^"]*)")?[^\n]*\n([\s\S]*?)\n```$/gm)].map(
    ([, language = '', title, code = '']) => ({ language, code, ...(title && { title }) }),
  );
}

/** The code of the block with this title. */
export function titled(guide: string, title: string): string {
  const found = blocksOf(guide).find((block) => block.title === title);
  if (!found) throw new Error(`The guide ${guide} has no code block with the title ${title}.`);
  return found.code;
}
