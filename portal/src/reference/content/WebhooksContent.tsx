import type { Webhooks } from '../model';
import { PageKindContext } from './pageKind';
import styles from './styles.module.css';
import WebhooksSection from './WebhooksSection';

/** The requests that the platform sends, on their own page. */
export default function WebhooksContent({ webhooks }: { webhooks: Webhooks }) {
  return (
    <PageKindContext value="one">
      <div className={styles.content}>
        <WebhooksSection webhooks={webhooks} />
      </div>
    </PageKindContext>
  );
}
