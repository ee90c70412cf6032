import clsx from 'clsx';
import { useContext } from 'react';
import type { WebhookEvent, Webhooks } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Code from './Code';
import EnumValues from './EnumValues';
import Fields from './Fields';
import Fold from './Fold';
import Guides from './Guides';
import Html from './Html';
import { PageKindContext } from './pageKind';
import ShapeDetails from './ShapeDetails';
import Subheading from './Subheading';
import styles from './styles.module.css';

/** The requests that the platform sends: what they have in common once, then each type of event with an example. */
export default function WebhooksSection({ webhooks }: { webhooks: Webhooks }) {
  const { id, title, description, guides, headers, body, responses, subjects } = webhooks;
  const isOwnPage = useContext(PageKindContext) === 'one';
  return (
    <article
      className={clsx(styles.section, isOwnPage && styles.alone)}
      data-section={id}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <AnchoredHeading as={isOwnPage ? 'h1' : 'h3'} id={id} title={title}>
          {title}
        </AnchoredHeading>
        {isOwnPage && <Html className={styles.description} html={description} />}
        <Guides guides={guides} />
      </div>
      <div className={styles.samples}>
        <Code title="Headers of the request" language="text" html={webhooks.headersHtml} />
        <Code title="Body of the request" language="json" html={webhooks.exampleHtml} />
      </div>
      <div className={styles.text}>
        <div className={styles.subsection}>
          <Subheading anchor="headers" title="Headers">
            Headers
          </Subheading>
          <Fields fields={headers} isResponse />
        </div>
        <div className={styles.subsection}>
          <Subheading anchor="body" title="Body">
            Body
          </Subheading>
          <ShapeDetails shape={body} isResponse />
        </div>
        <div className={styles.subsection}>
          <Subheading anchor="responses" title="Your response">
            Your response
          </Subheading>
          <EnumValues
            values={responses.map(({ status, description: meaning }) => ({ value: status, meaning }))}
          />
        </div>
        <div className={styles.subsection}>
          <Subheading anchor="types" title="Types of events">
            Types of events
          </Subheading>
          {subjects.map(({ title: subject, events }) => (
            <Fold
              key={subject}
              anchor={`types-${events[0]?.type.replace(/\..*/, '')}`}
              title={subject}
              summary={<Types events={events} />}
              isSearched
            >
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </Fold>
          ))}
        </div>
      </div>
    </article>
  );
}

function Types({ events }: { events: WebhookEvent[] }) {
  return events.map(({ type }, index) => (
    <span key={type}>
      {index > 0 && ', '}
      <span translate="no">{type}</span>
    </span>
  ));
}

/** One type, with the fields of its body if the others do not have them. */
function Event({ event: { id, type, description, fields, exampleHtml } }: { event: WebhookEvent }) {
  const isOwnPage = useContext(PageKindContext) === 'one';
  return (
    <section className={styles.event} aria-labelledby={id}>
      <AnchoredHeading as={isOwnPage ? 'h3' : 'h5'} id={id} title={type} className={styles.subheading}>
        <code translate="no">{type}</code>
      </AnchoredHeading>
      <Html className={styles.description} html={description} />
      {fields.length > 0 && <Fields fields={fields} isResponse />}
      <Code title={<span translate="no">{type}</span>} language="json" html={exampleHtml} />
    </section>
  );
}
