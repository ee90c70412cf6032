import clsx from 'clsx';
import { useContext } from 'react';
import type { ObjectDescription } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Code from './Code';
import Deprecated from './Deprecated';
import fields from './fields.module.css';
import Html from './Html';
import { PageKindContext } from './pageKind';
import ShapeDetails from './ShapeDetails';
import styles from './styles.module.css';
import TypeText from './TypeText';

/** A named object and its fields; other sections link to it. */
export default function ObjectSection({ object }: { object: ObjectDescription }) {
  const { id, title, description, deprecated, shape, exampleHtml } = object;
  const heading = `The ${title} object`;
  const isOwnPage = useContext(PageKindContext) === 'one';
  return (
    <article
      className={clsx(styles.section, isOwnPage && styles.alone)}
      data-section={id}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <AnchoredHeading as={isOwnPage ? 'h1' : 'h3'} id={id} title={heading}>
          {heading}
        </AnchoredHeading>
        {deprecated && <Deprecated what="object" />}
        <Html className={styles.description} html={description} />
      </div>
      <div className={styles.text}>
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
