interface HtmlProps {
  /** Made from Markdown when the site was built, with all HTML in that escaped. */
  html: string;
  className?: string;
}

/** A description; nothing where there is none. */
export default function Html({ html, className }: HtmlProps) {
  if (html === '') return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above.
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
