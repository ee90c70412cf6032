import { useQuery } from '@tanstack/react-query';
import { clientSummaryQuery } from '@/api/queries';
import type { Client } from '@/api/types';
import { CopyButton } from '@/components/CopyButton';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';

export function Summary({ client }: { client: Client }) {
  const query = useQuery(clientSummaryQuery(client.id));
  return (
    <Section
      title="What has this client read?"
      description="For the record of processing activities."
      actions={query.data && <CopyButton text={query.data.text} label="Copy paragraph" />}
    >
      <QueryView query={query} lines={3}>
        {({ text }) => <blockquote className="summary">{text}</blockquote>}
      </QueryView>
    </Section>
  );
}
