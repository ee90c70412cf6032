import { termsIn } from './terms';

/** A text in which names of fields, headers, methods with paths, and code between backticks are code. */
export default function TechnicalText({ children }: { children: string }) {
  return termsIn(children).map(({ text, isCode }, index) =>
    isCode ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
      <code translate="no" key={index}>
        {text}
      </code>
    ) : (
      text
    ),
  );
}
