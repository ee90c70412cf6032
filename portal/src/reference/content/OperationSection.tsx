import { provider } from '../../../provider';
import type { Operation } from '../model';
import { sample } from '../samples';
import AnchoredHeading from './AnchoredHeading';
import Answers from './Answers';
import Bodies from './Bodies';
import Code from './Code';
import CopyButton from './CopyButton';
import styles from './code.module.css';
import Deprecated from './Deprecated';
import { estimatedHeight, shapeOfFields, shapesOf } from './estimate';
import Html from './Html';
import LanguageChoice from './LanguageChoice';
import Method from './Method';
import Parameters from './Parameters';
import Problems from './Problems';
import layout from './styles.module.css';

/** One operation: what it does and takes and answers on the left, programs and their answers on the right. */
export default function OperationSection({ operation, server }: { operation: Operation; server: string }) {
  const { id, title, method, path, request, answers } = operation;
  const curl = sample('curl', request, server);
  const examples = answers.flatMap(({ status, contents }) =>
    contents.slice(0, 1).flatMap(({ type, example }) => (example ? [{ status, type, example }] : [])),
  );
  return (
    <article
      className={layout.part}
      style={heightOf(
        operation,
        curl,
        examples.map(({ example }) => example),
      )}
      data-part={id}
      data-request={JSON.stringify(request)}
      aria-labelledby={id}
    >
      <div className={layout.text}>
        <AnchoredHeading as="h3" id={id} title={title}>
          {title}
        </AnchoredHeading>
        <p className={layout.endpoint}>
          <Method method={method} /> <code>{path}</code>
          <CopyButton operation={title} label={`Copy “${title}” as Markdown`}>
            Markdown
          </CopyButton>
        </p>
        {operation.deprecated && <Deprecated what="operation" />}
        <Html className={layout.description} html={operation.description} />
        <Parameters groups={operation.parameters} />
        <Bodies bodies={operation.bodies} required={operation.bodyRequired} />
        <Answers answers={answers} />
        <Problems problems={operation.problems} />
      </div>
      <div className={layout.samples}>
        <Code title={<LanguageChoice />} language="bash" code={curl}>
          {provider.tryIt && (
            <button type="button" className={styles.tryIt} data-try={id}>
              Try it
            </button>
          )}
        </Code>
        {examples.map(({ status, type, example }) => (
          <Code
            key={status}
            title={
              <>
                Answer <b>{status}</b>
              </>
            }
            language={/[/+]json\b/.test(type) ? 'json' : 'text'}
            code={example}
          />
        ))}
      </div>
    </article>
  );
}

function heightOf(operation: Operation, curl: string, examples: string[]) {
  const { description, parameters, bodies, answers, problems } = operation;
  return estimatedHeight({
    shapes: [
      ...parameters.map((group) => shapeOfFields(group.parameters)),
      ...shapesOf(bodies),
      ...answers.flatMap(({ contents, headers }) => [...shapesOf(contents), shapeOfFields(headers)]),
    ],
    descriptions: [description, ...answers.map((answer) => answer.description)],
    chapters: parameters.length + Math.min(1, bodies.length) + answers.length + Math.min(1, problems.length),
    problems: problems.length,
    code: [curl, ...examples],
  });
}
