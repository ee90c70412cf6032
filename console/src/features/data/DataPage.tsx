import text from 'messages:data';
import navigation from 'messages:navigation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataQuery } from '@/api/queries';
import type { DataOverview } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { formatBytes, formatNumber } from '@/components/format';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { resourceName } from '@/components/resources';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { ImportList } from './ImportList';
import { UploadForm } from './UploadForm';
import './data.css';

export function DataPage() {
  const query = useQuery(dataQuery);
  const canWrite = useCanWrite();
  return (
    <Page title={navigation('data')} description={text('description')}>
      {canWrite && (
        <Section title={text('import')} description={text('importDescription')}>
          <UploadForm />
        </Section>
      )}
      <ImportList />
      <Section
        title={text('records')}
        actions={
          <Link to="/exports" className="button button-secondary button-small">
            {navigation('exports')}
          </Link>
        }
      >
        <QueryView query={query} lines={8}>
          {(data) => <Records data={data} />}
        </QueryView>
      </Section>
    </Page>
  );
}

function Records({ data }: { data: DataOverview }) {
  const records = data.resources.reduce((sum, resource) => sum + resource.records, 0);
  return (
    <div className="stack">
      <dl className="facts">
        <div>
          <dt>{text('records')}</dt>
          <dd>{formatNumber(records)}</dd>
        </div>
        <div>
          <dt>{text('database')}</dt>
          <dd>{formatBytes(data.database_bytes)}</dd>
        </div>
        <div>
          <dt>{text('files')}</dt>
          <dd>
            {formatNumber(data.files.count)}, {formatBytes(data.files.bytes)}
          </dd>
        </div>
      </dl>
      <DataTable
        label={text('recordsByResource')}
        zone="local"
        rows={data.resources}
        rowKey={({ resource }) => resource}
        columns={[
          { key: 'resource', header: text('resource'), cell: ({ resource }) => resourceName(resource) },
          {
            key: 'records',
            header: text('records'),
            isNumeric: true,
            cell: (row) => formatNumber(row.records),
          },
          {
            key: 'newest_change',
            header: text('newestChange'),
            isNumeric: true,
            cell: (row) => <When at={row.newest_change} />,
          },
          {
            key: 'index_bytes',
            header: text('indexInMemory'),
            isNumeric: true,
            cell: (row) => formatBytes(row.index_bytes),
          },
        ]}
      />
    </div>
  );
}
