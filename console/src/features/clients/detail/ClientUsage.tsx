import text from 'messages:usage';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientUsageQuery } from '@/api/queries';
import type { Client } from '@/api/types';
import { DownloadButton } from '@/components/DownloadButton';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { Period } from '@/features/usage/Period';
import { UsageReport } from '@/features/usage/UsageReport';

export function ClientUsage({ client }: { client: Client }) {
  const [days, setDays] = useState(30);
  const query = useQuery(clientUsageQuery(client.id, days));
  return (
    <Section
      title={text('requests')}
      actions={
        <>
          <Period days={days} onChange={setDays} />
          <DownloadButton
            path={`/clients/${client.id}/usage.csv?days=${days}`}
            fileName={`usage-${client.id}.csv`}
            label={text('csv')}
          />
        </>
      }
    >
      <QueryView query={query} lines={8}>
        {(usage) => <UsageReport usage={usage} />}
      </QueryView>
    </Section>
  );
}
