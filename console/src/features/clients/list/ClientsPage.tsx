import text from 'messages:clients';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { clientsQuery } from '@/api/queries';
import type { ClientPage } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { whenIdle } from '@/components/whenIdle';
import { useCanWrite } from '@/session/session';
import { loadChangeDialogs } from '../change/dialogs';
import { ClientFilterForm } from './ClientFilterForm';
import { clientColumns } from './clientColumns';
import { RegisterFilters } from './RegisterFilters';
import { SelectedClients } from './SelectedClients';
import { DEFAULT_SORT } from './sorts';

const route = getRouteApi('/clients');

export function ClientsPage() {
  const search = route.useSearch();
  const query = useQuery(clientsQuery({ ...search, sort: search.sort ?? DEFAULT_SORT }));
  const canWrite = useCanWrite();
  useEffect(() => whenIdle(loadChangeDialogs), []);
  return (
    <Page
      title={text('clients')}
      description={text('clientsDescription')}
      actions={
        canWrite && (
          <Link to="/clients/new" className="button button-primary button-normal">
            <Icon name="plus" />
            {text('newClient')}
          </Link>
        )
      }
    >
      <Section title={text('register')} className="section-list">
        <search className="register-search">
          <ClientFilterForm />
          <RegisterFilters />
        </search>
        <QueryView query={query} lines={8}>
          {(page) => <Results page={page} />}
        </QueryView>
      </Section>
    </Page>
  );
}

function Results({ page }: { page: ClientPage }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCanWrite();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (page.meta.total === 0) {
    const { sort: _, page: __, ...filters } = search;
    return Object.values(filters).some(Boolean) ? (
      <Empty title={text('noClientMatches')}>
        <Link to="/clients" search={{}}>
          {text('clearFilters')}
        </Link>
      </Empty>
    ) : (
      <Empty title={text('noClients')}>
        {canWrite && <Link to="/clients/new">{text('createFirstClient')}</Link>}
      </Empty>
    );
  }
  return (
    <>
      <SelectedClients
        clients={page.clients.filter(({ id }) => selected.has(id))}
        onClear={() => setSelected(new Set())}
      />
      <DataTable
        label={text('clients')}
        zone="UTC"
        columns={clientColumns()}
        rows={page.clients}
        rowKey={(client) => client.id}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => void navigate({ search: { ...search, sort, page: undefined } })}
        selection={
          canWrite
            ? {
                selected,
                onChange: setSelected,
                isSelectable: ({ status }) => status !== 'revoked',
                labelOf: ({ name }) => text('selectClient', { name }),
                labelOfAll: text('selectAllClients'),
              }
            : undefined
        }
      />
      <Paging
        meta={page.meta}
        noun="clients"
        onPage={(number) => void navigate({ search: { ...search, page: number } })}
      />
    </>
  );
}
