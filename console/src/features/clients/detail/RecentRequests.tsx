import text from 'messages:clientChanges';
import shared from 'messages:shared';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientRequestsQuery } from '@/api/queries';
import type { Client, RecentRequest, Sender } from '@/api/types';
import { Button } from '@/components/Button';
import { type Column, DataTable } from '@/components/DataTable';
import { Fact } from '@/components/Fact';
import { formatBytes, formatNumber, formatSeconds, inWords } from '@/components/format';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { ServerText } from '@/components/ServerText';
import { When } from '@/components/When';

/** As many requests are shown first. */
const SHOWN = 20;

export const requestColumns = (): Column<RecentRequest>[] => [
  { key: 'at', header: text('time'), cell: ({ at }) => <time dateTime={at}>{formatSeconds(at)}</time> },
  {
    key: 'operation',
    header: text('operation'),
    cell: ({ operation }) => <ServerText>{inWords(operation)}</ServerText>,
  },
  {
    key: 'status',
    header: text('status'),
    cell: ({ status, error_code }) => (
      <span className={status >= 400 ? 'request-error' : 'numeric'}>
        {status} {error_code && <code translate="no">{error_code}</code>}
      </span>
    ),
  },
  { key: 'records', header: text('records'), isNumeric: true, cell: ({ records }) => formatNumber(records) },
  { key: 'bytes', header: text('data'), isNumeric: true, cell: ({ bytes }) => formatBytes(bytes) },
  {
    key: 'duration_ms',
    header: text('duration'),
    isNumeric: true,
    cell: ({ duration_ms }) => text('milliseconds', { duration: duration_ms }),
  },
];

export function RecentRequests({ client }: { client: Client }) {
  const query = useQuery(clientRequestsQuery(client.id));
  const [isComplete, setIsComplete] = useState(false);
  return (
    <Section
      title={text('recentRequests')}
      description={text('recentDescription')}
      actions={
        <Button size="small" onPress={() => void query.refetch()} isPending={query.isFetching}>
          <Icon name="retry" />
          {shared('refresh')}
        </Button>
      }
    >
      <QueryView query={query} lines={6}>
        {({ requests, sender }) =>
          requests.length === 0 ? (
            <Empty title={text('noRequestsYet')} />
          ) : (
            <div className="stack">
              {sender && <SenderFacts sender={sender} />}
              <DataTable
                label={text('recentRequests')}
                zone="local"
                columns={requestColumns()}
                rows={(isComplete ? requests : requests.slice(0, SHOWN)).map((request, index) => ({
                  ...request,
                  index,
                }))}
                rowKey={(request) => `${request.at} ${(request as RecentRequest & { index: number }).index}`}
              />
              {requests.length > SHOWN && !isComplete && (
                <p>
                  <Button size="small" onPress={() => setIsComplete(true)}>
                    {text('showAllRequests', { count: requests.length })}
                  </Button>
                </p>
              )}
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}

/** Who sent the last request, so that an administrator finds the program. */
function SenderFacts({ sender }: { sender: Sender }) {
  return (
    <dl className="facts">
      <Fact label={text('lastSender')}>
        <span translate="no">{sender.address}</span>, <When at={sender.at} isRelative />
      </Fact>
      {sender.user_agent && (
        <Fact label={text('userAgent')}>
          <span translate="no">{sender.user_agent}</span>
        </Fact>
      )}
    </dl>
  );
}
