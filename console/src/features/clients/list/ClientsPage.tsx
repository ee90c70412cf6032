import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { clientsQuery } from '@/api/queries';
import type { ClientPage } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { useCanWrite } from '@/session/session';
import { ClientFilterForm } from './ClientFilterForm';
import { clientColumns } from './clientColumns';

const route = getRouteApi('/clients');
const DEFAULT_SORT = '-created_at';

export function ClientsPage() {
  const search = route.useSearch();
  const query = useQuery(clientsQuery({ ...search, sort: search.sort ?? DEFAULT_SORT }));
  const canWrite = useCanWrite();
  return (
    <Page
      title="Clients"
      description="A client is a program that may read the platform: a website, a dashboard, a copy at a university."
      actions={
        canWrite && (
          <Link to="/clients/new" className="button button-primary button-normal">
            <Icon name="plus" />
            New client
          </Link>
        )
      }
    >
      <Section title="All clients" className="section-list">
        <ClientFilterForm />
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
  if (page.clients.length === 0) {
    const isFiltered = Boolean(search.search || search.status || search.access);
    return isFiltered ? (
      <Empty title="No client matches">
        <Link to="/clients" search={{}}>
          Clear the search and the filters
        </Link>
      </Empty>
    ) : (
      <Empty title="No clients yet">
        {canWrite && <Link to="/clients/new">Create the first client</Link>}
      </Empty>
    );
  }
  return (
    <>
      <DataTable
        label="Clients"
        columns={clientColumns}
        rows={page.clients}
        rowKey={(client) => client.id}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => void navigate({ search: { ...search, sort, page: undefined } })}
      />
      <Paging
        meta={page.meta}
        noun={['client', 'clients']}
        onPage={(number) => void navigate({ search: { ...search, page: number } })}
      />
    </>
  );
}
