import Head from '@docusaurus/Head';
import type { Props } from '@theme/Error';
import ErrorPageContent from '@theme/ErrorPageContent';

/**
 * Shown if something around the page crashed, such as the navigation bar. The original repeats the layout that crashed, in a style
 * of its own.
 */
export default function ErrorPage(props: Props) {
  return (
    <>
      <Head>
        <title>Page Error</title>
      </Head>
      <ErrorPageContent {...props} />
    </>
  );
}
