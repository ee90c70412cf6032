import Link from '@docusaurus/Link';
import clsx from 'clsx';
import { useContext } from 'react';
import type { Operation } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Bodies from './Bodies';
import CopyButton from './CopyButton';
import code from './code.module.css';
import Deprecated from './Deprecated';
import Errors from './Errors';
import Guides from './Guides';
import Html from './Html';
import Method from './Method';
import Parameters from './Parameters';
import { PageKindContext } from './pageKind';
import Responses from './Responses';
import Samples from './Samples';
import styles from './styles.module.css';

/**
 * One operation: what it is and the button that tries it, a sample with its response, then parameters and responses. Samples are
 * beside the text if there is room, otherwise below the description.
 */
export default function OperationSection({ operation }: { operation: Operation }) {
  const { id, title, method, path, page, responses } = operation;
  const isOwnPage = useContext(PageKindContext) === 'one';
  return (
    <article
      className={clsx(styles.section, isOwnPage && styles.alone)}
      data-section={id}
      data-request={`${method} ${path}`}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <AnchoredHeading as={isOwnPage ? 'h1' : 'h3'} id={id} title={title}>
          {isOwnPage ? title : <Link to={`/api/${page}`}>{title}</Link>}
        </AnchoredHeading>
        <p className={styles.endpoint}>
          <Method method={method} /> <code translate="no">{path}</code>
          <button type="button" className={code.tryIt} data-try-it={id} data-ui-only>
            Try it
          </button>
        </p>
        {operation.deprecated && <Deprecated what="operation" />}
        <Html className={styles.description} html={operation.description} />
        <Guides guides={operation.guides} />
      </div>
      <Samples operation={operation} />
      <div className={styles.text}>
        <p className={styles.controls} data-ui-only>
          {isOwnPage ? (
            <ExpandButton />
          ) : (
            <CopyButton operation={page} label={`Copy “${title}” as Markdown`}>
              Markdown
            </CopyButton>
          )}
        </p>
        <Parameters groups={operation.parameters} />
        <Bodies bodies={operation.bodies} required={operation.bodyRequired} />
        <Responses responses={responses} />
        <Errors errors={operation.errors} />
      </div>
    </article>
  );
}

/** Opens or closes all parts that can be folded; `useDisclosures` handles its clicks. */
function ExpandButton() {
  return (
    <button type="button" className={code.copy} data-expand-all>
      Expand all
    </button>
  );
}
