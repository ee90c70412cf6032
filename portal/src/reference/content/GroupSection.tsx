import type { Group } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Html from './Html';
import ObjectSection from './ObjectSection';
import OperationSection from './OperationSection';
import styles from './styles.module.css';
import WebhooksSection from './WebhooksSection';

/** A tag of the document: its operations and the objects that they return. */
export default function GroupSection({ group }: { group: Group }) {
  const { id, title, description, objects, operations, webhooks } = group;
  return (
    <section aria-labelledby={id}>
      <div className={styles.groupHead}>
        <AnchoredHeading as="h2" id={id} title={title}>
          {title}
        </AnchoredHeading>
        <Html className={styles.lead} html={description} />
      </div>
      {webhooks && <WebhooksSection webhooks={webhooks} />}
      {objects.map((object) => (
        <ObjectSection key={object.id} object={object} />
      ))}
      {operations.map((operation) => (
        <OperationSection key={operation.id} operation={operation} />
      ))}
    </section>
  );
}
