import { highlighterFor } from './highlight';

interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
}

/**
 * Highlights the fenced code blocks of a guide. The HTML becomes the property `highlightedHtml` of the `CodeBlock`
 * component, in place of the code itself, so that the code is not in the page's script twice.
 */
export default function rehypeHighlight() {
  return async (tree: HastNode) => {
    const blocks = codeBlocks(tree);
    const highlight = await highlighterFor(blocks.map(languageOf));
    for (const block of blocks) {
      const code = (block.children ?? []).map(({ value = '' }) => value).join('');
      if (magicComment.test(code)) {
        throw new Error('Highlight lines by their numbers, as in {2}, not with comments in the code.');
      }
      block.properties = {
        ...block.properties,
        highlightedHtml: highlight(code.replace(/\n$/, ''), languageOf(block)),
      };
      block.children = [];
    }
  };
}

/** Docusaurus would remove these comments after the code was highlighted, and the line numbers would not match. */
const magicComment = /\bhighlight-(?:next-line|start|end)\b/;

/** The `code` elements that are the only child of a `pre`. */
function codeBlocks(node: HastNode): HastNode[] {
  const [child] = node.children ?? [];
  if (node.tagName === 'pre' && child?.tagName === 'code') return [child];
  return (node.children ?? []).flatMap(codeBlocks);
}

function languageOf({ properties }: HastNode): string {
  const classes = [properties?.className ?? []].flat().map(String);
  return classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? 'text';
}
