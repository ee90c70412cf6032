import type { Operation } from '../model';
import Code from './Code';
import code from './code.module.css';
import LanguageChoice from './LanguageChoice';
import styles from './styles.module.css';

/** The request of an operation, and the example of each response. */
export default function Samples({ operation }: { operation: Operation }) {
  const { curlHtml, tokenHtml } = operation;
  return (
    <div className={styles.samples}>
      {tokenHtml !== undefined && <TokenCommands html={tokenHtml} />}
      <Code title={<LanguageChoice />} language="bash" html={curlHtml} />
      {examplesOf(operation).map(({ status, contentType, exampleHtml }) => (
        <Code
          key={status}
          title={
            <>
              Response <b>{status}</b>
            </>
          }
          language={/[/+]json\b/.test(contentType) ? 'json' : 'text'}
          html={exampleHtml}
        />
      ))}
    </div>
  );
}

/** How to get a token for the sample in curl, folded; `useSamples` hides it beside samples that do not need it. */
function TokenCommands({ html }: { html: string }) {
  return (
    <details className={code.token} data-token-commands>
      <summary>Get a token first</summary>
      <Code title={<span translate="no">curl</span>} language="bash" html={html} />
    </details>
  );
}

/** The example body of each response that has one, in its first content type. */
const examplesOf = ({ responses }: Operation) =>
  responses.flatMap(({ status, bodies }) =>
    bodies
      .slice(0, 1)
      .flatMap(({ contentType, exampleHtml }) => (exampleHtml ? [{ status, contentType, exampleHtml }] : [])),
  );
