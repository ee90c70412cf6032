import type { Props } from '@theme/Footer/Copyright';

/** The copyright as text. The original reads it as HTML, in which the name of a provider could be wrong. */
export default function FooterCopyright({ copyright }: Props) {
  return <div className="footer__copyright">{copyright}</div>;
}
