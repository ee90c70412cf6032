import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { auditQuery } from '@/api/queries';
import { queryOf } from '@/api/request';
import type { AuditPage as AuditResults } from '@/api/types';
import { DownloadButton } from '@/components/DownloadButton';
import { Page } from '@/components/Page';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { AuditFilterForm } from './AuditFilterForm';
import { AuditList } from './AuditList';
import './audit.css';

const route = getRouteApi('/audit');

export function AuditPage() {
  const { page = 1, ...parameters } = route.useSearch();
  const query = useQuery(auditQuery(parameters, page));
  return (
    <Page
      title="Audit log"
      description="Everything that administrators did: who, what, when and from where. Entries cannot be changed or deleted."
      actions={<DownloadButton path={`/audit.csv${queryOf(parameters)}`} fileName="audit.csv" label="CSV" />}
    >
      <Section title="Entries">
        <AuditFilterForm actions={query.data?.actions ?? []} />
        <QueryView query={query} lines={8}>
          {(results) => <Results results={results} />}
        </QueryView>
      </Section>
    </Page>
  );
}

function Results({ results: { entries, meta } }: { results: AuditResults }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  if (entries.length === 0) {
    return (
      <Empty title="No entry matches">
        <Link to="/audit" search={{}}>
          Clear the filters
        </Link>
      </Empty>
    );
  }
  return (
    <>
      <AuditList entries={entries} />
      <Paging
        meta={meta}
        noun={['entry', 'entries']}
        onPage={(number) => void navigate({ search: { ...search, page: number } })}
      />
    </>
  );
}
