import { Fragment } from 'react';
import type { BodyContent } from '../model';
import fields from './fields.module.css';
import ShapeDetails from './ShapeDetails';
import Subheading from './Subheading';
import styles from './styles.module.css';
import TypeText from './TypeText';

/** The request body of an operation, in each content type. */
export default function Bodies({ bodies, required }: { bodies: BodyContent[]; required?: boolean }) {
  if (bodies.length === 0) return null;
  return (
    <div className={styles.subsection}>
      <Subheading anchor="request-body" title="Request body">
        Request body{required && <span className={fields.required}> required</span>}
      </Subheading>
      <BodyContents bodies={bodies} />
    </div>
  );
}

/** A body in each content type; the type is left out if JSON is the only one. */
export function BodyContents({ bodies, isResponse }: { bodies: BodyContent[]; isResponse?: boolean }) {
  return bodies.map(({ contentType, shape }) => (
    <Fragment key={contentType}>
      {(bodies.length > 1 || contentType !== 'application/json' || !shape.fields) && (
        <p className={styles.contentType}>
          <code translate="no">{contentType}</code>{' '}
          {!shape.fields && (
            <span className={fields.type}>
              <TypeText shape={shape} />
            </span>
          )}
        </p>
      )}
      <ShapeDetails shape={shape} isResponse={isResponse} />
    </Fragment>
  ));
}
