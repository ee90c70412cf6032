import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataQuery } from '@/api/queries';
import type { DataOverview } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { formatBytes, formatNumber, inWords } from '@/components/format';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
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
    <Page title="Data" description="What the platform contains, and how it got there.">
      {canWrite && (
        <Section
          title="Import"
          description="Upload files of the import format, check them with a dry run, then import them. An import changes everything or nothing."
        >
          <UploadForm />
        </Section>
      )}
      <ImportList />
      <Section
        title="Records"
        actions={
          <Link to="/exports" className="button button-secondary button-small">
            Exports
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
          <dt>Records</dt>
          <dd>{formatNumber(records)}</dd>
        </div>
        <div>
          <dt>Database</dt>
          <dd>{formatBytes(data.database_bytes)}</dd>
        </div>
        <div>
          <dt>Files</dt>
          <dd>
            {formatNumber(data.files.count)}, {formatBytes(data.files.bytes)}
          </dd>
        </div>
      </dl>
      <DataTable
        label="Records by resource"
        rows={data.resources}
        rowKey={({ resource }) => resource}
        columns={[
          { key: 'resource', header: 'Resource', cell: ({ resource }) => inWords(resource) },
          { key: 'records', header: 'Records', isNumeric: true, cell: (row) => formatNumber(row.records) },
          {
            key: 'newest_change',
            header: 'Newest change',
            isNumeric: true,
            cell: (row) => <When at={row.newest_change} />,
          },
          {
            key: 'index_bytes',
            header: 'Index in memory',
            isNumeric: true,
            cell: (row) => formatBytes(row.index_bytes),
          },
        ]}
      />
    </div>
  );
}
