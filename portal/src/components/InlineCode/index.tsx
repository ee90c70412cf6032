/** Text with code between backticks, as in the generated settings. */
export default function InlineCode({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
      <code translate="no" key={index}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}
