import requests from '@generated/folkmoot-reference/default/requests.json';
import clsx from 'clsx';
import code from '../content/code.module.css';
import { recordOperation } from '../requests';
import CopyText from './CopyText';
import JsonTree from './JsonTree';
import type { HttpResponse } from './send';
import styles from './styles.module.css';

interface ResponseViewProps {
  response: HttpResponse;
  /** The path of the operation. */
  path: string;
  /** Opens the operation that reads the record with this id. */
  onFollow: (operation: string, id: string) => void;
}

/** The headers and the body of a response. */
export default function ResponseView({ response, path, onFollow }: ResponseViewProps) {
  const { status, headers, text, json, isCut } = response;
  const linkOf = (field: string, id: string) => {
    const operation = status < 300 ? recordOperation(requests.records, path, field) : undefined;
    const title = requests.operations[operation ?? '']?.title;
    return operation && title && id !== '' ? { title, open: () => onFollow(operation, id) } : undefined;
  };
  return (
    <section aria-label="Response">
      {isCut && <p>Try it shows only the beginning of long responses. The samples read all of it.</p>}
      {headers.length > 0 && (
        <details className={styles.headers}>
          <summary>{headers.length === 1 ? '1 header' : `${headers.length} headers`}</summary>
          <dl>
            {headers.map(([name, value]) => (
              <div key={name}>
                <dt translate="no">{name}</dt>
                <dd translate="no">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {text !== '' && (
        <figure className={code.block}>
          <figcaption className={clsx(code.head, styles.responseHead)}>
            <span className={code.title}>Response body</span>
            <CopyText text={() => text}>Copy response</CopyText>
          </figcaption>
          {json === undefined ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long response.
            <pre translate="no" className={code.code} tabIndex={0}>
              <code translate="no">{text}</code>
            </pre>
          ) : (
            <div translate="no" className={styles.tree}>
              <JsonTree value={json} linkOf={linkOf} />
            </div>
          )}
        </figure>
      )}
    </section>
  );
}
