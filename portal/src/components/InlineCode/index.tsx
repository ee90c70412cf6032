/** A text in which code stands between backticks, as the server writes its reference. */
export default function InlineCode({ children }: { children: string }) {
  return children.split('`').map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    place % 2 === 1 ? <code key={place}>{part}</code> : part,
  );
}
