import clsx from 'clsx';
import code from '../content/code.module.css';
import type { HttpResponse } from './send';
import styles from './styles.module.css';

/** A response: status, duration, headers and body. */
export default function ResponseView({ response }: { response: HttpResponse }) {
  const { status, statusText, milliseconds, headers, text } = response;
  return (
    <section aria-label="Response">
      <p className={styles.status}>
        <b className={clsx(status >= 400 && styles.bad)}>
          {status} {statusText}
        </b>{' '}
        in {milliseconds} ms
      </p>
      {headers.length > 0 && (
        <details className={styles.headers}>
          <summary>{headers.length} headers</summary>
          <dl>
            {headers.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {text !== '' && (
        <figure className={code.block}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long response. */}
          <pre className={code.code} tabIndex={0}>
            <code>{text}</code>
          </pre>
        </figure>
      )}
    </section>
  );
}
