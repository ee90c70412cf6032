import text from 'messages:clients';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { clientQuery, clientSummaryQuery } from '@/api/queries';
import type { Client, ClientSummary } from '@/api/types';
import { Button } from '@/components/Button';
import { CopyButton } from '@/components/CopyButton';
import { Fact } from '@/components/Fact';
import { formatDay, today } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { ServerText } from '@/components/ServerText';
import { When } from '@/components/When';
import { useSession } from '@/session/session';
import { PersonalDataNames } from '../PersonalDataMarks';
import { RegistrationFacts } from '../registration/RegistrationFacts';
import { AccessPeriods } from './AccessPeriods';
import { ReadRecordsTable } from './ReadRecordsTable';
import '../detail/client.css';

const route = getRouteApi('/clients/$clientId/record');

/** A client's part of the record of processing activities, for printing. */
export function ProcessingRecordPage() {
  const { clientId } = route.useParams();
  const client = useQuery(clientQuery(clientId));
  const summary = useQuery(clientSummaryQuery(clientId));
  return (
    <Page
      title={text('recordOfProcessing')}
      windowTitle={client.data ? text('recordOf', { name: client.data.name }) : text('recordOfProcessing')}
      description={client.data && <Subject client={client.data} />}
      above={
        <Link to="/clients/$clientId/history" params={{ clientId }} className="above">
          <Icon name="previous" />
          {client.data?.name ?? text('client')}
        </Link>
      }
      actions={
        summary.data && (
          <>
            <CopyButton text={summary.data.text} label={text('copyParagraph')} />
            <Button size="small" onPress={() => print()}>
              {text('print')}
            </Button>
          </>
        )
      }
    >
      <QueryView query={client} lines={4}>
        {(loaded) => (
          <QueryView query={summary} lines={6}>
            {(loadedSummary) => <Content client={loaded} summary={loadedSummary} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}

function Subject({ client }: { client: Client }) {
  const { platform } = useSession();
  return text('recordSubject', {
    name: client.name,
    platform: platform?.name ?? '',
    day: formatDay(today()),
  });
}

function Content({ client, summary }: { client: Client; summary: ClientSummary }) {
  return (
    <>
      <Section title={text('whoAndWhy')}>
        <div className="stack">
          <RegistrationFacts registration={{ ...client.registration, note: null }} />
          <dl className="facts registration">
            <Fact label={text('clientId')}>
              <code translate="no">{client.id}</code>
            </Fact>
            <Fact label={text('personalDataThatItMayRead')}>
              <PersonalDataNames kinds={client.personal_data} />
            </Fact>
          </dl>
        </div>
      </Section>
      <Section title={text('whatCouldItRead')}>
        <AccessPeriods periods={summary.periods} />
      </Section>
      <Section title={text('whatDidItRead')}>
        <div className="stack">
          <dl className="facts registration">
            <Fact label={text('firstRequest')}>
              <When at={summary.first_request_at} />
            </Fact>
            <Fact label={text('lastRequest')}>
              <When at={summary.last_request_at} />
            </Fact>
          </dl>
          <ReadRecordsTable reads={summary.resources} label={text('recordsByResource')} />
          <p className="quiet small">{text('sentAgainCountsAgain')}</p>
        </div>
      </Section>
      <Section title={text('inWords')}>
        <blockquote className="summary">
          <ServerText>{summary.text}</ServerText>
        </blockquote>
      </Section>
    </>
  );
}
