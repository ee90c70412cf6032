import text from 'messages:exports';
import navigation from 'messages:navigation';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { accessLevelsQuery } from '@/api/queries';
import { BackLink } from '@/components/BackLink';
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
      title={text('newExport')}
      description={text('newDescription')}
      above={<BackLink to="/exports">{navigation('exports')}</BackLink>}
    >
      {canWrite ? (
        <QueryView query={query} lines={9}>
          {(levels) => <NewExportForm levels={levels} clientId={client} />}
        </QueryView>
      ) : (
        <Notice tone="info" title={text('auditorsCannotStart')}>
          <p>{text('askAdministrator')}</p>
        </Notice>
      )}
    </Page>
  );
}
