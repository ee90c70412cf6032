interface MdxNode {
  type: string;
  name?: string | null;
  lang?: string;
  value?: string;
  children?: MdxNode[];
  attributes?: { type: string; name: string; value: string }[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/**
 * Adds to every `<Example>` of a guide a code block with the source of its children, so that readers see exactly the
 * code that is rendered above it.
 */
export default function remarkExamples() {
  return (tree: MdxNode, file: { value: string | Uint8Array }) => visit(tree, String(file.value));
}

function visit(node: MdxNode, source: string): void {
  for (const child of node.children ?? []) {
    visit(child, source);
  }
  const start = node.children?.[0]?.position?.start.offset;
  const end = node.children?.at(-1)?.position?.end.offset;
  if (node.name !== 'Example' || start === undefined || end === undefined) {
    return;
  }
  const language = node.attributes?.find(({ name }) => name === 'language')?.value ?? 'jsx';
  node.children = [
    { type: 'mdxJsxFlowElement', name: 'div', attributes: [], children: node.children },
    { type: 'code', lang: language, value: outdent(source.slice(start, end)) },
  ];
}

/** Removes the indentation that all lines but the first share; the first starts at its tag. */
function outdent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const depths = rest.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const last = rest.at(-1);
  const depth = last === undefined ? 0 : Math.min(last.length - last.trimStart().length, ...depths);
  return [first, ...rest.map((line) => line.slice(depth))].join('\n');
}
