import Link from '@docusaurus/Link';
import { useContext } from 'react';
import type { ErrorResponse, Shape } from '../model';
import Code from './Code';
import Disclosure from './Disclosure';
import styles from './errors.module.css';
import Fold from './Fold';
import fields from './fields.module.css';
import Html from './Html';
import { PageKindContext } from './pageKind';
import TypeText from './TypeText';

/** The errors of an operation, folded, each linked to its cause and remedy; on its own page with example bodies. */
export default function Errors({ errors }: { errors: ErrorResponse[] }) {
  const isOwnPage = useContext(PageKindContext) === 'one';
  if (errors.length === 0) return null;
  return (
    <Fold anchor="errors" title="Errors" summary={errors.map(({ status }) => status).join(', ')}>
      <ErrorBodies errors={errors.filter(({ codes }) => codes.length > 0)} />
      <dl className={styles.errors}>
        {errors.map((error) => (
          <div key={error.status}>
            <dt>{error.status}</dt>
            <dd>
              {(isOwnPage || error.codes.length === 0) && <Html html={error.description} />}
              <Codes codes={error.codes} />
              {error.codes.length === 0 && <ErrorBodies errors={[error]} />}
              {isOwnPage && error.examples && <Bodies error={error} />}
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

function Codes({ codes }: { codes: string[] }) {
  if (codes.length === 0) return null;
  return (
    <span className={styles.codes}>
      {codes.map((code) => (
        <Link key={code} to={`/guides/reference-problems#${code}`}>
          {code}
        </Link>
      ))}
    </span>
  );
}

/** Example bodies of an error, folded at first. */
function Bodies({ error: { status, examples = [] } }: { error: ErrorResponse }) {
  return (
    <Disclosure summary={examples.length === 1 ? 'Example body' : `${examples.length} example bodies`}>
      <div className={styles.bodies}>
        {examples.map(({ code, html }) => (
          <Code key={html} title={code ?? `Response ${status}`} language="json" html={html} />
        ))}
      </div>
    </Disclosure>
  );
}

/** The objects that error bodies contain, each once. */
function ErrorBodies({ errors }: { errors: ErrorResponse[] }) {
  const all = errors.flatMap(({ bodies }) => bodies.flatMap(({ shape }) => shape.variants ?? shape));
  const shapes = new Map<string, Shape>(all.map((shape) => [shape.link?.id ?? JSON.stringify(shape), shape]));
  if (shapes.size === 0) return null;
  return (
    <p className={fields.note}>
      <span>Body: </span>
      {[...shapes].map(([key, shape], index) => (
        <span key={key}>
          {index > 0 && ' or '}
          <TypeText shape={shape} />
        </span>
      ))}
    </p>
  );
}
