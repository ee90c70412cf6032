import type { Props } from '@theme/CodeInline';

/** Code within a text of a guide. Browsers that translate the page leave it as it is. */
export default function CodeInline(props: Props) {
  return <code translate="no" {...props} />;
}
