interface Node {
  type: string;
  name?: string | null;
  children?: Node[];
  attributes?: { type: string; name: string; value: string }[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/**
 * Gives every `<Example>` of a guide the source of what it contains, so that the code a reader sees
 * is the code that is running beside it.
 */
export default function remarkExamples() {
  return (tree: Node, file: { value: string | Uint8Array }) => visit(tree, String(file.value));
}

function visit(node: Node, source: string): void {
  if (node.type === 'mdxJsxFlowElement' && node.name === 'Example') {
    const start = node.children?.[0]?.position?.start.offset;
    const end = node.children?.at(-1)?.position?.end.offset;
    if (start !== undefined && end !== undefined) {
      node.attributes?.push({
        type: 'mdxJsxAttribute',
        name: 'source',
        value: outdent(source.slice(start, end)),
      });
    }
  }
  for (const child of node.children ?? []) {
    visit(child, source);
  }
}

/** Removes the indentation that all lines but the first share; the first starts at its tag. */
function outdent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const depths = rest.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const last = rest.at(-1);
  const depth = last === undefined ? 0 : Math.min(last.length - last.trimStart().length, ...depths);
  return [first, ...rest.map((line) => line.slice(depth))].join('\n');
}
