import type { ObjectDescription } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Code from './Code';
import Deprecated from './Deprecated';
import { estimatedHeight } from './estimate';
import fields from './fields.module.css';
import Html from './Html';
import ShapeDetails from './ShapeDetails';
import styles from './styles.module.css';
import TypeText from './TypeText';

/** A named object with all its fields: the one place where they are described. */
export default function ObjectSection({ object }: { object: ObjectDescription }) {
  const { id, title, description, deprecated, shape, example } = object;
  const heading = `The ${title} object`;
  return (
    <article
      className={styles.part}
      style={estimatedHeight({
        shapes: [shape],
        descriptions: [description],
        chapters: 0,
        problems: 0,
        code: [example],
      })}
      data-part={id}
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
        <ShapeDetails shape={shape} isAnswer={shape.fields?.every(({ required }) => required)} />
      </div>
      <div className={styles.samples}>
        <Code title={`The ${title} object`} language="json" code={example} />
      </div>
    </article>
  );
}
