import text from 'messages:audit';
import navigation from 'messages:navigation';
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
import { inTimestamps } from './period';
import './audit.css';

const route = getRouteApi('/audit');

export function AuditPage() {
  const { page = 1, ...search } = route.useSearch();
  const parameters = inTimestamps(search);
  const query = useQuery(auditQuery(parameters, page));
  return (
    <Page
      title={navigation('audit')}
      description={text('description')}
      actions={
        <DownloadButton
          path={`/audit.csv${queryOf({ ...parameters })}`}
          fileName="audit.csv"
          label={text('csv')}
        />
      }
    >
      <Section title={text('entries')}>
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
  if (meta.total === 0) {
    return (
      <Empty title={text('noEntryMatches')}>
        <Link to="/audit" search={{}}>
          {text('clearFilters')}
        </Link>
      </Empty>
    );
  }
  return (
    <>
      <AuditList entries={entries} />
      <Paging
        meta={meta}
        noun="entries"
        onPage={(number) => void navigate({ search: { ...search, page: number } })}
      />
    </>
  );
}
