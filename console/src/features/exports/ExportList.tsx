import text from 'messages:exports';
import shared from 'messages:shared';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { exportsQuery } from '@/api/queries';
import type { Export } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { code } from '@/components/Code';
import { type Column, DataTable } from '@/components/DataTable';
import { formatBytes, formatList } from '@/components/format';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { resourceName } from '@/components/resources';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { ClientLink } from './ClientLink';
import { ExportDuration, ExportState } from './ExportState';
import { namesOfFormats, startedBy, totalSize } from './exports';
import { useFinishAnnouncement } from './useFinishAnnouncement';

const route = getRouteApi('/exports');

const columns = (): Column<Export>[] => [
  {
    key: 'started_at',
    header: text('started'),
    cell: (entry) => (
      <>
        <Link to="/exports/$exportId" params={{ exportId: entry.id }} className="export-time">
          <When at={entry.started_at} />
        </Link>
        <span className="export-detail">{text('by', { name: startedBy(entry) })}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: text('state'),
    onCard: 'title',
    cell: (entry) => (
      <>
        <ExportState entry={entry} />
        {entry.reason && (
          <span className="export-detail" lang="en">
            {entry.reason}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'access',
    header: shared('accessLevel'),
    cell: ({ access, client_id }) => (
      <>
        <AccessMark access={access} />
        {client_id && (
          <span className="export-detail">
            {text('forClient', { client: () => <ClientLink clientId={client_id} /> })}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'content',
    header: text('content'),
    cell: (entry) => (
      <>
        {namesOfFormats(entry)}
        <span className="export-detail" title={formatList(entry.resources.map(resourceName))}>
          {text('resourceCount', { count: entry.resources.length })}
        </span>
      </>
    ),
  },
  {
    key: 'duration',
    header: text('duration'),
    isNumeric: true,
    cell: (entry) => <ExportDuration entry={entry} />,
  },
  {
    key: 'size',
    header: text('size'),
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
    <Section title={text('storedExports')}>
      <QueryView query={query} lines={6}>
        {({ exports, meta }) =>
          meta.total === 0 ? (
            <NoExports />
          ) : (
            <>
              <DataTable
                label={text('storedExports')}
                zone="local"
                columns={columns()}
                rows={exports}
                rowKey={({ id }) => id}
              />
              <Paging
                meta={meta}
                noun="exports"
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
    <Empty title={text('noExportsYet')}>
      <p className="export-purpose">{text('whatExportsAre', { code })}</p>
      <p className="export-purpose">
        {canWrite
          ? text('startFirstExport', { link: (content) => <Link to="/exports/new">{content}</Link>, code })
          : text('administratorsStart', { code })}
      </p>
    </Empty>
  );
}
