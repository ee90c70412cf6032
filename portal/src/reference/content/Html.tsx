interface HtmlProps {
  /** Made from Markdown with all HTML escaped. */
  html: string;
  className?: string;
}

/** A description; renders nothing if it is empty. */
export default function Html({ html, className }: HtmlProps) {
  if (html === '') return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above.
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
