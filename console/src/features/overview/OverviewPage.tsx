import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { overviewQuery } from '@/api/queries';
import type { Overview } from '@/api/types';
import { count, formatNumber } from '@/components/format';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { ImportLine } from '@/features/data/ImportLine';
import { RequestsChart } from '@/features/usage/RequestsChart';
import { AccessSwitch } from './AccessSwitch';
import './overview.css';
import { Errors } from './Errors';
import { MirrorState } from './MirrorState';
import { Warnings } from './Warnings';

export function OverviewPage() {
  const query = useQuery(overviewQuery);
  const platform = query.data?.platform;
  return (
    <Page
      title={platform?.name ?? 'Overview'}
      windowTitle="Overview"
      description={platform && <Site platform={platform} changedAt={query.data?.data_changed_at} />}
    >
      <QueryView query={query} lines={9}>
        {(overview) => <Content overview={overview} />}
      </QueryView>
    </Page>
  );
}

interface SiteProps {
  platform: NonNullable<Overview['platform']>;
  changedAt?: string | null;
}

function Site({ platform, changedAt }: SiteProps) {
  return (
    <>
      <a href={platform.url}>{platform.url.replace(/^https?:\/\//, '')}</a> ·{' '}
      {platform.locales.length > 0 && `languages: ${platform.locales.join(', ')}`}
      {changedAt && (
        <>
          {' '}
          · data changed <When at={changedAt} isRelative />
        </>
      )}
    </>
  );
}

function Content({ overview }: { overview: Overview }) {
  const { clients, requests } = overview;
  const month = requests.days.reduce((sum, day) => sum + day.requests, 0);
  const errors = requests.days.reduce((sum, day) => sum + day.errors, 0);
  return (
    <>
      <AccessSwitch isOn={overview.public_api_enabled} activeClients={clients.active} />
      <Warnings warnings={overview.warnings} />
      <dl className="figures">
        <Figure label="Active clients" value={formatNumber(clients.active)}>
          <Link to="/clients">of {count(clients.total, 'client')}</Link>
        </Figure>
        <Figure label="Requests today" value={formatNumber(requests.today)}>
          since midnight UTC
        </Figure>
        <Figure label="Requests in 30 days" value={formatNumber(month)}>
          <Link to="/usage">by client and resource</Link>
        </Figure>
        <Figure label="Errors in 30 days" value={formatNumber(errors)}>
          {month > 0 ? `${((100 * errors) / month).toFixed(1)} % of requests` : 'no requests'}
        </Figure>
      </dl>
      <Section title="Requests by day">
        <RequestsChart days={requests.days} label="Requests by day, last 30 days" />
      </Section>
      <div className="columns">
        <Section title="Errors today">
          <Errors errors={overview.errors} />
        </Section>
        <Section title="Newest import">
          {overview.newest_import ? (
            <ImportLine entry={overview.newest_import} />
          ) : (
            <Empty title="Nothing has been imported yet">
              <Link to="/data">Import platform data</Link>
            </Empty>
          )}
        </Section>
      </div>
      {overview.mirror && (
        <Section id="mirror" title="Mirror">
          <MirrorState run={overview.mirror} />
        </Section>
      )}
    </>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: React.ReactNode }) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>
        <span className="figure-value">{value}</span>
        <span className="quiet small">{children}</span>
      </dd>
    </div>
  );
}
