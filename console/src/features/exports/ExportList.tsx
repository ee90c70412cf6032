import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { exportsQuery } from '@/api/queries';
import type { Export } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { type Column, DataTable } from '@/components/DataTable';
import { count, formatBytes, inWords } from '@/components/format';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { ClientLink } from './ClientLink';
import { ExportDuration, ExportState } from './ExportState';
import { namesOfFormats, startedBy, totalSize } from './exports';
import { useFinishAnnouncement } from './useFinishAnnouncement';

const route = getRouteApi('/exports');

const columns: Column<Export>[] = [
  {
    key: 'started_at',
    header: 'Started',
    cell: (entry) => (
      <>
        <Link to="/exports/$exportId" params={{ exportId: entry.id }} className="export-time">
          <When at={entry.started_at} />
        </Link>
        <span className="export-detail">by {startedBy(entry)}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    onCard: 'title',
    cell: (entry) => (
      <>
        <ExportState entry={entry} />
        {entry.reason && <span className="export-detail">{entry.reason}</span>}
      </>
    ),
  },
  {
    key: 'access',
    header: 'Access level',
    cell: ({ access, client_id }) => (
      <>
        <AccessMark access={access} />
        {client_id && (
          <span className="export-detail">
            For <ClientLink clientId={client_id} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'content',
    header: 'Content',
    cell: (entry) => (
      <>
        {namesOfFormats(entry)}
        <span className="export-detail" title={entry.resources.map(inWords).join(', ')}>
          {count(entry.resources.length, 'resource')}
        </span>
      </>
    ),
  },
  {
    key: 'duration',
    header: 'Duration',
    isNumeric: true,
    cell: (entry) => <ExportDuration entry={entry} />,
  },
  {
    key: 'size',
    header: 'Size',
    isNumeric: true,
    cell: (entry) =>
      entry.state === 'succeeded' ? formatBytes(totalSize(entry)) : <span className="quiet">–</span>,
  },
];

/** Stored exports, the newest first. */
export function ExportList() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(exportsQuery(page));
  useFinishAnnouncement(query.data?.exports);
  return (
    <Section title="Stored exports">
      <QueryView query={query} lines={6}>
        {({ exports, meta }) =>
          meta.total === 0 ? (
            <NoExports />
          ) : (
            <>
              <DataTable label="Stored exports" columns={columns} rows={exports} rowKey={({ id }) => id} />
              <Paging
                meta={meta}
                noun={['export', 'exports']}
                onPage={(number) => void navigate({ search: { page: number } })}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

function NoExports() {
  const canWrite = useCanWrite();
  return (
    <Empty title="No exports yet">
      <p className="export-purpose">
        An export gives analysts and researchers everything at once, in files that their tools open: Parquet,
        CSV, NDJSON or SQLite. Clients find it at <code translate="no">GET /api/v2/exports</code>.
      </p>
      <p className="export-purpose">
        {canWrite && (
          <>
            <Link to="/exports/new">Start the first export</Link>, or run{' '}
          </>
        )}
        {!canWrite && 'Administrators start exports here, or run '}
        <code translate="no">folkmoot export</code> on the server to write files to a folder.
      </p>
    </Empty>
  );
}
