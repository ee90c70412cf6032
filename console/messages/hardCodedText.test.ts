import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  start: number;
  [property: string]: unknown;
}

const source = path.join(import.meta.dirname, '../src');

/** Properties of elements and objects that people read or hear. */
const READ = new Set(
  'action alt aria-label copy description details dismissal error header label legend message placeholder purpose short text title use windowTitle'.split(
    ' ',
  ),
);

/** Functions that show their argument. */
const SHOW = new Set(['announce', 'notify']);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const hasWord = (text: string) => /\p{L}{2}/u.test(text);

/** A code, such as a URL or a prefix of keys, is not text. */
const isCode = (text: string) => /^\S*[_:/.#]\S*$/.test(text);

/** Several words of which the first has a capital: a sentence or a label, wherever it is. */
const isSentence = (text: string) => /^\s*\p{Lu}[\p{L}’-]* \p{L}/u.test(text);

const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return String(isNode(name) ? nameOf(name) : (name ?? value));
};

/** Whether a node only passes on the string in it, such as a condition or a template. */
const passesOn = ({ type, operator }: Node) =>
  /^(ConditionalExpression|LogicalExpression|TemplateLiteral|ParenthesizedExpression)$/.test(type) ||
  (type === 'BinaryExpression' && operator === '+');

const isNotTranslated = (node: Node) =>
  node.type === 'JSXElement' &&
  ((node.openingElement as Node).attributes as Node[]).some(
    (attribute) => nameOf(attribute) === 'translate' && nameOf(attribute.value) === 'no',
  );

/** Whether people read a string because of where it is. */
function isRead(ancestors: Node[]): boolean {
  const index = ancestors.findLastIndex((each) => !passesOn(each));
  const [parent, target] = [ancestors[index - 1], ancestors[index]];
  switch (target?.type) {
    case 'JSXExpressionContainer':
      return parent?.type !== 'JSXAttribute' || READ.has(nameOf(parent));
    case 'JSXAttribute':
      return READ.has(nameOf(target));
    case 'Property':
      return READ.has(nameOf(target.key));
    case 'CallExpression':
      return SHOW.has(nameOf(target.callee));
    default:
      return false;
  }
}

const isForDevelopers = (ancestors: Node[]) =>
  ancestors.some(
    ({ type, callee }) =>
      /^(ThrowStatement|ImportDeclaration|TSLiteralType)$/.test(type) ||
      (type === 'NewExpression' && /(Error|Exception)$/.test(nameOf(callee))),
  );

/** The text of a node that is a string, and whether it is a mistake there. */
function findMistake(node: Node, ancestors: Node[]): string | undefined {
  if (ancestors.some(isNotTranslated)) return undefined;
  if (node.type === 'JSXText') return hasWord(String(node.value)) ? String(node.value) : undefined;
  const value =
    node.type === 'TemplateElement'
      ? (node.value as { cooked: string }).cooked
      : node.type === 'Literal' && node.value;
  if (typeof value !== 'string' || !hasWord(value) || isForDevelopers(ancestors)) return undefined;
  return (isRead(ancestors) && !isCode(value)) || isSentence(value) ? value : undefined;
}

/** Calls of messages while a module loads, when the language is not loaded yet. */
function findEarlyCall(node: Node, ancestors: Node[], messages: Set<string>): string | undefined {
  if (node.type !== 'CallExpression' || !messages.has(nameOf(node.callee))) return undefined;
  return ancestors.some(({ type }) => /Function/.test(type))
    ? undefined
    : `${nameOf(node.callee)}() too early`;
}

function check(fileName: string, content: string): string[] {
  const messages = new Set(
    [...content.matchAll(/import (\w+) from 'messages:/g)].map(([, name]) => name ?? ''),
  );
  const found: string[] = [];
  const visit = (node: Node, ancestors: Node[]) => {
    const mistake = findMistake(node, ancestors) ?? findEarlyCall(node, ancestors, messages);
    if (mistake) {
      const line = content.slice(0, node.start).split('\n').length;
      found.push(`${fileName}:${line}: ${mistake.trim().replaceAll(/\s+/g, ' ')}`);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, [...ancestors, node]);
  };
  visit(parseSync(fileName, content).program as unknown as Node, []);
  return found;
}

test('no text of the interface is hard-coded', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^api\/types\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((name) => check(name, readFileSync(path.join(source, name), 'utf8')))).toEqual([]);
});

test.each([
  ['<p>Nothing here</p>', 'Nothing here'],
  ['<Button>{isOpen ? "Close" : icon}</Button>', 'Close'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code with a template.
  ['<Section title={`Files: ${label}`} />', 'Files:'],
  ['const column = { header: "Name" };', 'Name'],
  ['notify("Saved");', 'Saved'],
  ['const sentence = () => "Choose a day";', 'Choose a day'],
  ["import text from 'messages:data';\nconst title = text('title');", 'text() too early'],
])('%s is found', (content, text) =>
  expect(check('a.tsx', content)).toEqual([expect.stringContaining(text)]),
);

test.each([
  '<code translate="no">folkmoot export</code>',
  '<p className="quiet small">{text("title")} · {name}</p>',
  'throw new Error("A component outside the session");',
  "import text from 'messages:data';\nconst title = () => text('title');",
])('%s is not text', (content) => expect(check('a.tsx', content)).toEqual([]));
