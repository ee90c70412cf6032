import clsx from 'clsx';
import type { ObjectDescription } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Code from './Code';
import Deprecated from './Deprecated';
import { estimatedHeight } from './estimatedHeight';
import fields from './fields.module.css';
import Html from './Html';
import ShapeDetails from './ShapeDetails';
import styles from './styles.module.css';
import TypeText from './TypeText';

/** A named object and its fields; other sections link to it. */
export default function ObjectSection({ object }: { object: ObjectDescription }) {
  const { id, title, description, deprecated, shape, exampleHtml } = object;
  const heading = `The ${title} object`;
  return (
    <article
      className={clsx(
        styles.section,
        estimatedHeight({
          shapes: [shape],
          descriptions: [description],
          subsections: 0,
          errors: 0,
          code: [exampleHtml],
        }),
      )}
      data-section={id}
      aria-labelledby={id}
    >
      <div className={styles.text}>
        <AnchoredHeading as="h3" id={id} title={heading}>
          {heading}
        </AnchoredHeading>
        {deprecated && <Deprecated what="object" />}
        <Html className={styles.description} html={description} />
        {!shape.fields && (
          <p className={fields.type}>
            <TypeText shape={shape} />
          </p>
        )}
        <ShapeDetails shape={shape} isResponse={shape.fields?.every(({ required }) => required)} />
      </div>
      <div className={styles.samples}>
        <Code title={`The ${title} object`} language="json" html={exampleHtml} />
      </div>
    </article>
  );
}
