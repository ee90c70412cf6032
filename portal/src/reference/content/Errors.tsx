import Link from '@docusaurus/Link';
import type { ErrorResponse, Shape } from '../model';
import fields from './fields.module.css';
import Html from './Html';
import styles from './styles.module.css';
import TypeText from './TypeText';

/** The errors of an operation, each linked to its cause and remedy. */
export default function Errors({ errors }: { errors: ErrorResponse[] }) {
  if (errors.length === 0) return null;
  const withCodes = errors.filter(({ codes }) => codes.length > 0);
  return (
    <div className={styles.subsection}>
      <h4>
        Errors <ErrorBodies errors={withCodes} />
      </h4>
      <dl className={styles.errors}>
        {errors.map((error) => (
          <div key={error.status}>
            <dt>{error.status}</dt>
            <dd>
              {error.codes.map((code) => (
                <Link key={code} to={`/guides/reference-problems#${code}`}>
                  {code}
                </Link>
              ))}
              {error.codes.length === 0 && (
                <>
                  <Html html={error.description} />
                  <ErrorBodies errors={[error]} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The objects that error bodies contain, each once. */
function ErrorBodies({ errors }: { errors: ErrorResponse[] }) {
  const all = errors.flatMap(({ bodies }) => bodies.flatMap(({ shape }) => shape.variants ?? shape));
  const shapes = new Map<string, Shape>(all.map((shape) => [shape.link?.id ?? JSON.stringify(shape), shape]));
  if (shapes.size === 0) return null;
  return (
    <span className={fields.type}>
      as{' '}
      {[...shapes].map(([key, shape], index) => (
        <span key={key}>
          {index > 0 && ' or '}
          <TypeText shape={shape} />
        </span>
      ))}
    </span>
  );
}
