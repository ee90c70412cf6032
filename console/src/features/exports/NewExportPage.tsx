import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { accessLevelsQuery } from '@/api/queries';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { useCanWrite } from '@/session/session';
import { NewExportForm } from './NewExportForm';
import './exports.css';

const route = getRouteApi('/exports/new');

export function NewExportPage() {
  const { client } = route.useSearch();
  const query = useQuery(accessLevelsQuery);
  const canWrite = useCanWrite();
  return (
    <Page
      title="New export"
      description="The server writes the files and stores them for clients to download. Meanwhile, the public API continues to work."
      above={
        <Link to="/exports" className="above">
          <Icon name="previous" />
          Exports
        </Link>
      }
    >
      {canWrite ? (
        <QueryView query={query} lines={9}>
          {(levels) => <NewExportForm levels={levels} clientId={client} />}
        </QueryView>
      ) : (
        <Notice tone="info" title="Auditors cannot start exports">
          <p>Ask an administrator.</p>
        </Notice>
      )}
    </Page>
  );
}
