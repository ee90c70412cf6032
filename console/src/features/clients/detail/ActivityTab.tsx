import text from 'messages:clients';
import type { Client } from '@/api/types';
import { Fact } from '@/components/Fact';
import { formatNumber } from '@/components/format';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { ReadRecordsTable } from '../processing/ReadRecordsTable';
import { ClientUsage } from './ClientUsage';
import { RecentRequests } from './RecentRequests';
import { Refusals } from './Refusals';
import { useShownClient } from './useShownClient';

/** What a client was refused, and what it read. */
export function ActivityTab() {
  const client = useShownClient();
  return (
    <>
      <Refusals client={client} />
      <ClientUsage client={client} />
      <ReadRecordsSection client={client} />
      <RecentRequests client={client} />
    </>
  );
}

function ReadRecordsSection({ client }: { client: Client }) {
  return (
    <Section title={text('whatItRead')} description={text('in30Days')}>
      <div className="stack">
        <dl className="facts">
          {!client.publishable_key && (
            <Fact label={text('lastSignIn')}>
              <When at={client.last_authenticated_at} isRelative />
            </Fact>
          )}
          <Fact label={text('lastRequest')}>
            <When at={client.last_request_at} isRelative />
          </Fact>
          <Fact label={text('requestsToday')}>{formatNumber(client.requests_today)}</Fact>
          <Fact label={text('requestsIn30Days')}>{formatNumber(client.requests_30_days)}</Fact>
        </dl>
        <ReadRecordsTable reads={client.reads_30_days} label={text('recordsByResource')} />
      </div>
    </Section>
  );
}
