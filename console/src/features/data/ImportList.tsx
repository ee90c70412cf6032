import text from 'messages:data';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { importsQuery } from '@/api/queries';
import type { Import } from '@/api/types';
import { type Column, DataTable } from '@/components/DataTable';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { ImportState } from './ImportState';
import { importResult } from './importResult';

const route = getRouteApi('/data');

const columns = (): Column<Import>[] => [
  {
    key: 'started_at',
    header: text('started'),
    cell: ({ id, started_at }) => (
      <Link to="/data/imports/$importId" params={{ importId: id }}>
        <When at={started_at} />
      </Link>
    ),
  },
  { key: 'state', header: text('state'), onCard: 'title', cell: (entry) => <ImportState entry={entry} /> },
  {
    key: 'result',
    header: text('result'),
    cell: (entry) => (entry.state === 'running' ? text('inProgress') : importResult(entry)),
  },
  {
    key: 'source',
    header: text('by'),
    cell: ({ source, actor_name }) =>
      source === 'command-line' ? text('commandLine') : (actor_name ?? text('console')),
  },
];

/** Past imports, the newest first. */
export function ImportList() {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(importsQuery(page));
  return (
    <Section title={text('pastImports')}>
      <QueryView query={query} lines={4}>
        {({ imports, meta }) =>
          meta.total === 0 ? (
            <Empty title={text('nothingImported')} />
          ) : (
            <>
              <DataTable
                label={text('pastImports')}
                zone="local"
                columns={columns()}
                rows={imports}
                rowKey={({ id }) => id}
              />
              <Paging
                meta={meta}
                noun="imports"
                onPage={(number) => void navigate({ search: { page: number } })}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}
