import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { provider } from '../../provider';
import { fillIn } from '../../src/provider/fillIn';
import { portal } from './build';

/** A block of code in a guide, with the provider's names in it. */
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

/** The blocks of code of a guide, in their order. */
export function blocksOf(guide: string): Block[] {
  const text = fillIn(readFileSync(path.join(docs, `${guide}.mdx`), 'utf8'), provider);
  return [...text.matchAll(/^```(\w+)(?: title="([^"]*)")?[^\n]*\n([\s\S]*?)\n```$/gm)].map(
    ([, language = '', title, code = '']) => ({ language, code, ...(title && { title }) }),
  );
}

/** The one block of a guide that has this title. */
export function titled(guide: string, title: string): string {
  const found = blocksOf(guide).find((block) => block.title === title);
  if (!found) throw new Error(`The guide ${guide} has no code with the title ${title}.`);
  return found.code;
}
