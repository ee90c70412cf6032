import { type AnyNode, type Literal, parse, type TemplateLiteral } from 'acorn';
import { ancestor } from 'acorn-walk';
import type { Encoding } from './encodings';
import { hasPlaceholder, splitAtPlaceholders } from './valuePlaceholders';

/** A replacement in a script. */
interface Edit {
  start: number;
  end: number;
  code: string;
}

/**
 * Replaces the placeholders in the strings of a script with calls of `valueOfProvider`, so that the script is the same
 * for every provider.
 * @throws if a placeholder is in a position where no call can be, for example in the name of a property.
 */
export function withProviderValues(script: string): string {
  const edits: Edit[] = [];
  ancestor(parse(script, { ecmaVersion: 'latest' }), {
    Literal(node, _, ancestors) {
      if (typeof node.value === 'string' && hasPlaceholder(node.value)) {
        edits.push(editOf(node, node.value, ancestors.at(-2)));
      }
    },
    TemplateLiteral(node, _, ancestors) {
      if (node.quasis.some(({ value }) => hasPlaceholder(value.raw))) {
        edits.push(...templateEdits(node, ancestors.at(-2)));
      }
    },
  });
  let code = script;
  for (const edit of edits.toSorted((one, other) => other.start - one.start)) {
    code = code.slice(0, edit.start) + edit.code + code.slice(edit.end);
  }
  if (hasPlaceholder(code)) throw new Error('A script contains a provider value outside strings.');
  return code;
}

function editOf({ start, end }: Literal | TemplateLiteral, value: string, parent?: AnyNode): Edit {
  if (isArgumentOfJsonParse(parent)) return { start, end, code: jsonExpression(value) };
  const isHtml = isHighlighted(value) || (parent?.type === 'Property' && hasHtmlName(parent));
  return { start, end, code: `(${expression(value, isHtml ? ['html'] : [])})` };
}

/** A template without expressions is treated like a string; in others, each placeholder becomes an expression. */
function templateEdits(node: TemplateLiteral, parent?: AnyNode): Edit[] {
  const [only, ...others] = node.quasis;
  if (parent?.type === 'TaggedTemplateExpression') {
    throw new Error('A template with a tag contains a provider value.');
  }
  if (only && others.length === 0) return [editOf(node, only.value.cooked ?? '', parent)];
  const encodings: Encoding[] = node.quasis.some(({ value }) => isHighlighted(value.raw)) ? ['html'] : [];
  return node.quasis.map(({ start, end, value }) => ({
    start,
    end,
    code: splitAtPlaceholders(value.raw)
      .map((part) => ('text' in part ? part.text : `\${${call(part.key, encodings)}}`))
      .join(''),
  }));
}

const isArgumentOfJsonParse = (node?: AnyNode) =>
  node?.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.type === 'Identifier' &&
  node.callee.object.name === 'JSON';

/** Only the highlighter writes this. */
const isHighlighted = (text: string) => text.includes('class="hl-') || text.includes('class=\\"hl-');

const hasHtmlName = ({ key }: { key: AnyNode }) => key.type === 'Identifier' && /html$/i.test(key.name);

/** Writes JSON text, in which each string is encoded on its own, as a JavaScript expression. */
function jsonExpression(json: string): string {
  const parts = json.split(/("(?:[^"\\]|\\.)*")/s);
  const code: string[] = [];
  let plain = '';
  for (const [index, part] of parts.entries()) {
    if (!hasPlaceholder(part)) {
      plain += part;
      continue;
    }
    if (parts[index + 1]?.trimStart().startsWith(':')) {
      throw new Error(`The name of a property is a provider value: ${part}`);
    }
    code.push(
      ...(plain ? [quote(plain)] : []),
      expression(part, isHighlighted(part) ? ['html', 'json'] : ['json']),
    );
    plain = '';
  }
  return [...code, ...(plain ? [quote(plain)] : [])].join('+');
}

const expression = (text: string, encodings: Encoding[]) =>
  splitAtPlaceholders(text)
    .map((part) => ('text' in part ? quote(part.text) : call(part.key, encodings)))
    .join('+');

const call = (key: string, encodings: Encoding[]) =>
  `valueOfProvider(${[key, ...encodings].map((word) => JSON.stringify(word)).join()})`;

/** A string literal in the quotes that need fewer escapes. */
function quote(text: string): string {
  const double = JSON.stringify(text);
  if (!text.includes('"')) return double;
  const unescaped = double.slice(1, -1).replace(/\\(.)|'/gs, (match, next?: string) => {
    if (next === '"') return '"';
    return next ? match : "\\'";
  });
  return `'${unescaped}'`;
}
