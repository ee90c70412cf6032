import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import code from '../content/code.module.css';
import { colourCode } from '../page/colourCode';
import type { Reply } from './send';
import styles from './styles.module.css';

/** The answer to a request: status, time, headers and body. */
export default function ReplyView({ reply }: { reply: Reply }) {
  const { status, statusText, milliseconds, headers, text } = reply;
  const body = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (!body.current) return;
    body.current.textContent = text;
    colourCode(body.current);
  }, [text]);

  return (
    <section aria-label="Answer">
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer scrolls, by the keyboard too. */}
          <pre className={code.code} tabIndex={0}>
            <code ref={body} />
          </pre>
        </figure>
      )}
    </section>
  );
}
