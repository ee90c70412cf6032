interface HastNode {
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

/** Tables with fewer columns fit on phones. */
const manyColumns = 4;

/** Adds the name of its column to each cell of a table with many columns: phones show its rows as cards, without a head. */
export default function rehypeColumnNames() {
  return (tree: HastNode) => {
    for (const table of elements(tree, 'table')) {
      const names = elements(table, 'th').map((head) => textOf(head).replace(/\?$/, ''));
      if (names.length < manyColumns) continue;
      for (const row of elements(table, 'tr')) {
        elements(row, 'td').forEach((cell, index) => {
          cell.properties = { ...cell.properties, dataColumn: names[index] };
        });
      }
    }
  };
}

function elements(node: HastNode, name: string): HastNode[] {
  return (node.children ?? []).flatMap((child) => (child.tagName === name ? [child] : elements(child, name)));
}

const textOf = ({ value = '', children = [] }: HastNode): string => value + children.map(textOf).join('');
