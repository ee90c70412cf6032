import { Fragment } from 'react';
import type { Content } from '../model';
import fields from './fields.module.css';
import ShapeDetails from './ShapeDetails';
import styles from './styles.module.css';
import TypeText from './TypeText';

/** The body that an operation takes, in each content type. */
export default function Bodies({ bodies, required }: { bodies: Content[]; required?: boolean }) {
  if (bodies.length === 0) return null;
  return (
    <div className={styles.chapter}>
      <h4>Body{required && <span className={fields.required}> required</span>}</h4>
      <Contents contents={bodies} />
    </div>
  );
}

/** A body in each content type; that it is JSON goes without saying. */
export function Contents({ contents, isAnswer }: { contents: Content[]; isAnswer?: boolean }) {
  return contents.map(({ type, shape }) => (
    <Fragment key={type}>
      {(contents.length > 1 || type !== 'application/json' || !shape.fields) && (
        <p className={styles.contentType}>
          <code>{type}</code>{' '}
          {!shape.fields && (
            <span className={fields.type}>
              <TypeText shape={shape} />
            </span>
          )}
        </p>
      )}
      <ShapeDetails shape={shape} isAnswer={isAnswer} />
    </Fragment>
  ));
}
