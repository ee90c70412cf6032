import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { importsQuery } from '@/api/queries';
import type { Import } from '@/api/types';
import { type Column, DataTable } from '@/components/DataTable';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { ImportState, importResult } from './ImportLine';

const route = getRouteApi('/data');

const columns: Column<Import>[] = [
  {
    key: 'started_at',
    header: 'Started',
    cell: ({ id, started_at }) => (
      <Link to="/data/imports/$importId" params={{ importId: id }}>
        <When at={started_at} />
      </Link>
    ),
  },
  { key: 'state', header: 'State', onCard: 'title', cell: (entry) => <ImportState entry={entry} /> },
  {
    key: 'result',
    header: 'Result',
    cell: (entry) => (entry.state === 'running' ? 'In progress' : importResult(entry)),
  },
  {
    key: 'source',
    header: 'By',
    cell: ({ source, actor_name }) =>
      source === 'command-line' ? 'Command line' : (actor_name ?? 'Console'),
  },
];

/** Past imports, the newest first. */
export function ImportList() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(importsQuery(page));
  return (
    <Section title="Past imports">
      <QueryView query={query} lines={4}>
        {({ imports, meta }) =>
          imports.length === 0 ? (
            <Empty title="Nothing has been imported yet" />
          ) : (
            <>
              <DataTable label="Past imports" columns={columns} rows={imports} rowKey={({ id }) => id} />
              <Paging
                meta={meta}
                noun={['import', 'imports']}
                onPage={(number) => void navigate({ search: { page: number } })}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}
