import Link from '@docusaurus/Link';
import type { Problem, Shape } from '../model';
import fields from './fields.module.css';
import Html from './Html';
import styles from './styles.module.css';
import TypeText from './TypeText';

/** The errors of an operation, each linked to what causes it and what to do. */
export default function Problems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null;
  const coded = problems.filter(({ codes }) => codes.length > 0);
  return (
    <div className={styles.chapter}>
      <h4>
        Problems <Bodies problems={coded} />
      </h4>
      <dl className={styles.problems}>
        {problems.map((problem) => (
          <div key={problem.status}>
            <dt>{problem.status}</dt>
            <dd>
              {problem.codes.map((code) => (
                <Link key={code} to={`/guides/reference-problems#${code}`}>
                  {code}
                </Link>
              ))}
              {problem.codes.length === 0 && (
                <>
                  <Html html={problem.description} />
                  <Bodies problems={[problem]} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The objects that problems are answered as, each once. */
function Bodies({ problems }: { problems: Problem[] }) {
  const all = problems.flatMap(({ contents }) => contents.flatMap(({ shape }) => shape.variants ?? shape));
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
