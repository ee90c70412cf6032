import Link from '@docusaurus/Link';
import clsx from 'clsx';
import { useContext } from 'react';
import type { Operation } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Bodies from './Bodies';
import Code from './Code';
import CopyButton from './CopyButton';
import styles from './code.module.css';
import Deprecated from './Deprecated';
import Errors from './Errors';
import { estimatedHeight, shapeOfFields, shapesOf } from './estimatedHeight';
import Html from './Html';
import LanguageChoice from './LanguageChoice';
import Method from './Method';
import Parameters from './Parameters';
import { PageKindContext } from './pageKind';
import Responses from './Responses';
import layout from './styles.module.css';

/** One operation: description, parameters and responses on the left, samples and example responses on the right. */
export default function OperationSection({ operation }: { operation: Operation }) {
  const { id, title, method, path, page, responses, curlHtml } = operation;
  const isOwnPage = useContext(PageKindContext) === 'operation';
  const examples = responses.flatMap(({ status, bodies }) =>
    bodies
      .slice(0, 1)
      .flatMap(({ contentType, exampleHtml }) => (exampleHtml ? [{ status, contentType, exampleHtml }] : [])),
  );
  return (
    <article
      className={clsx(
        layout.section,
        isOwnPage
          ? layout.alone
          : heightOf(
              operation,
              examples.map(({ exampleHtml }) => exampleHtml),
            ),
      )}
      data-section={id}
      data-request={`${method} ${path}`}
      aria-labelledby={id}
    >
      <div className={layout.text}>
        <AnchoredHeading as={isOwnPage ? 'h1' : 'h3'} id={id} title={title}>
          {isOwnPage ? title : <Link to={`/api/${page}`}>{title}</Link>}
        </AnchoredHeading>
        <p className={layout.endpoint}>
          <Method method={method} /> <code translate="no">{path}</code>
          {isOwnPage ? (
            hasDisclosures(operation) && <ExpandButton />
          ) : (
            <CopyButton operation={page} label={`Copy “${title}” as Markdown`}>
              Markdown
            </CopyButton>
          )}
        </p>
        {operation.deprecated && <Deprecated what="operation" />}
        <Html className={layout.description} html={operation.description} />
        <Parameters groups={operation.parameters} />
        <Bodies bodies={operation.bodies} required={operation.bodyRequired} />
        <Responses responses={responses} />
        <Errors errors={operation.errors} />
      </div>
      <div className={layout.samples}>
        <Code title={<LanguageChoice />} language="bash" html={curlHtml}>
          <button type="button" className={styles.tryIt} data-try-it={id}>
            Try it
          </button>
        </Code>
        {examples.map(({ status, contentType, exampleHtml }) => (
          <Code
            key={status}
            title={
              <>
                Response <b>{status}</b>
              </>
            }
            language={/[/+]json\b/.test(contentType) ? 'json' : 'text'}
            html={exampleHtml}
          />
        ))}
      </div>
    </article>
  );
}

/** Opens or closes all nested objects and example bodies; `useDisclosures` handles its clicks. */
function ExpandButton() {
  return (
    <button type="button" className={styles.copy} data-expand-all data-ui-only>
      Expand all
    </button>
  );
}

/** Whether anything on the operation's page can be folded. */
function hasDisclosures({ bodies, responses, errors }: Operation): boolean {
  const shapes = shapesOf([...bodies, ...responses.flatMap((response) => response.bodies)]);
  return (
    errors.some(({ examples }) => examples !== undefined) ||
    shapes.some(({ fields = [] }) => fields.some(({ shape }) => shape.fields ?? shape.items?.fields))
  );
}

function heightOf(operation: Operation, examples: string[]) {
  const { description, parameters, bodies, responses, errors, curlHtml } = operation;
  return estimatedHeight({
    shapes: [
      ...parameters.map((group) => shapeOfFields(group.parameters)),
      ...shapesOf(bodies),
      ...responses.flatMap((response) => [...shapesOf(response.bodies), shapeOfFields(response.headers)]),
    ],
    descriptions: [description, ...responses.map((response) => response.description)],
    subsections:
      parameters.length + Math.min(1, bodies.length) + responses.length + Math.min(1, errors.length),
    errors: errors.length,
    code: [curlHtml, ...examples],
  });
}
