import Link from '@docusaurus/Link';
import { useLocation } from '@docusaurus/router';
import Translate from '@docusaurus/Translate';
import type { Props } from '@theme/EditMetaRow';
import EditThisPage from '@theme/EditThisPage';
import LastUpdated from '@theme/LastUpdated';
import clsx from 'clsx';
import { provider } from '../../../provider';
import styles from './styles.module.css';

/**
 * The last row of a guide, post or page: links to edit it and to report a problem with it, and its last change. A build
 * outside a Git repository knows no dates and leaves them out. The original has no link for feedback.
 */
export default function EditMetaRow({ className, editUrl, lastUpdatedAt, lastUpdatedBy }: Props) {
  return (
    <div className={clsx(className, styles.row)} data-ui-only>
      {editUrl && <EditThisPage editUrl={editUrl} />}
      <Feedback />
      {(lastUpdatedAt || lastUpdatedBy) && (
        <div className={styles.date}>
          <LastUpdated lastUpdatedAt={lastUpdatedAt} lastUpdatedBy={lastUpdatedBy} />
        </div>
      )}
    </div>
  );
}

/** A new issue with the path of the page. The path, unlike the title, never contains values of the provider. */
function Feedback() {
  const { pathname } = useLocation();
  return (
    <Link
      className={styles.feedback}
      href={`${provider.repositoryUrl}/issues/new?title=Feedback+on+${pathname}`}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4 4h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-6l-4 3v-3H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" />
      </svg>
      <Translate id="feedback.link">Give feedback on this page</Translate>
    </Link>
  );
}
