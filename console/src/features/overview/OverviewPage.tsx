import text from 'messages:overview';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { overviewQuery, webhooksQuery } from '@/api/queries';
import type { Overview } from '@/api/types';
import { formatList, formatNumber, formatPercent } from '@/components/format';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { RequestsChart } from '@/features/usage/RequestsChart';
import { warningsOf } from '@/features/webhooks/state';
import { AccessSwitch } from './AccessSwitch';
import './overview.css';
import { Errors } from './Errors';
import { HealthSection } from './HealthSection';
import { MirrorState } from './MirrorState';
import { Refusals } from './Refusals';
import { Warnings } from './Warnings';

export function OverviewPage() {
  const query = useQuery(overviewQuery);
  const platform = query.data?.platform;
  return (
    <Page
      title={platform?.name ?? text('overview')}
      windowTitle={text('overview')}
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
      {platform.locales.length > 0 && text('languages', { locales: formatList(platform.locales) })}
      {changedAt && <> · {text('dataChanged', { when: () => <When at={changedAt} isRelative /> })}</>}
    </>
  );
}

function Content({ overview }: { overview: Overview }) {
  const { clients, requests, mirror } = overview;
  const webhooks = useQuery(webhooksQuery).data ?? [];
  const month = requests.days.reduce((sum, day) => sum + day.requests, 0);
  const errors = requests.days.reduce((sum, day) => sum + day.errors, 0);
  return (
    <>
      <AccessSwitch isOn={overview.public_api_enabled} activeClients={clients.active} />
      <Warnings warnings={[...overview.warnings, ...warningsOf(webhooks)]} />
      <dl className="figures">
        <Figure label={text('activeClients')} value={formatNumber(clients.active)}>
          <Link to="/clients">{text('ofClients', { count: clients.total })}</Link>
        </Figure>
        <Figure label={text('requestsToday')} value={formatNumber(requests.today)}>
          {text('sinceMidnight')}
        </Figure>
        <Figure label={text('requestsIn30Days')} value={formatNumber(month)}>
          <Link to="/usage">{text('byClientAndResource')}</Link>
        </Figure>
        <Figure label={text('errorsIn30Days')} value={formatNumber(errors)}>
          {month > 0
            ? text('percentOfRequests', { percent: formatPercent(errors / month) })
            : text('noRequests')}
        </Figure>
      </dl>
      <div className="columns">
        <Section
          title={text('refusedIn7Days')}
          description={
            overview.refused_requests > 0 && text('requests', { count: overview.refused_requests })
          }
        >
          <Refusals refusals={overview.refusals} />
        </Section>
        <Section title={text('errorsToday')}>
          <Errors errors={overview.errors} />
        </Section>
      </div>
      <HealthSection overview={overview} />
      {mirror && (mirror.error || mirror.left_out > 0) && (
        <Section id="mirror" title={text('mirror')}>
          <MirrorState run={mirror} />
        </Section>
      )}
      <Section title={text('requestsByDay')}>
        <RequestsChart days={requests.days} label={text('requestsByDayOf30Days')} />
      </Section>
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
