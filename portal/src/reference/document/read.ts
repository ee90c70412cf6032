import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { OpenApiDocument } from './openapi';

const shownProblems = 10;

/**
 * The text of the document at a path or an `http(s)` address, and what it says.
 * @throws if it cannot be read or is not a valid OpenAPI document, saying where and why.
 */
export async function readDocument(source: string): Promise<{ text: string; document: OpenApiDocument }> {
  const text = await textOf(source);
  let document: OpenApiDocument;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Error(`The OpenAPI document at ${source} is not JSON: ${messageOf(error)}`);
  }
  // The validator works on the object that it is given, so it gets one of its own.
  const { valid, errors = [] } = await new Validator().validate(JSON.parse(text));
  if (!valid) throw new Error(`The OpenAPI document at ${source} is not valid:\n${listed(errors)}`);
  return { text, document };
}

async function textOf(source: string): Promise<string> {
  try {
    if (!/^https?:/.test(source)) return await readFile(source, 'utf8');
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return await answer.text();
  } catch (error) {
    throw new Error(
      `There is no OpenAPI document at ${source}: ${messageOf(error)}. Set FOLKMOOT_OPENAPI to the path or address of one.`,
    );
  }
}

function listed(errors: string | { instancePath?: string; message?: string }[]): string {
  if (typeof errors === 'string') return `  ${errors}`;
  const lines = [
    ...new Set(errors.map(({ instancePath, message }) => `  ${instancePath || '/'} ${message}`)),
  ];
  const more = lines.length - shownProblems;
  return [...lines.slice(0, shownProblems), ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
