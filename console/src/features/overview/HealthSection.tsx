import text from 'messages:overview';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { healthQuery, webhooksQuery } from '@/api/queries';
import type { Overview } from '@/api/types';
import { ErrorNotice } from '@/components/ErrorNotice';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { importStateName } from '@/features/data/ImportState';
import { troubleOf } from '@/features/webhooks/state';
import { useCanWrite } from '@/session/session';
import { expiringClients, refusedClients } from './clientCounts';
import { HealthRow } from './HealthRow';
import { ServerChecks } from './ServerChecks';

/** Whether everything works that the platform depends on, one line each. */
export function HealthSection({ overview }: { overview: Overview }) {
  const query = useQuery(healthQuery);
  return (
    <Section id="health" title={text('health')} description={text('healthDescription')}>
      <ul>
        <DataRow overview={overview} />
        <ImportRow overview={overview} />
        <MirrorRow overview={overview} />
        <ClientsRow overview={overview} />
        <WebhooksRow />
      </ul>
      <QueryView query={query} lines={4}>
        {(health) => <ServerChecks health={health} />}
      </QueryView>
    </Section>
  );
}

interface RowProps {
  overview: Overview;
}

function DataRow({ overview: { data_changed_at } }: RowProps) {
  const when = () => <When at={data_changed_at} isRelative />;
  return (
    <HealthRow
      label={text('data')}
      state={data_changed_at ? 'ok' : 'warning'}
      action={<Link to="/data">{text('openData')}</Link>}
    >
      {data_changed_at ? text('newestChange', { when }) : text('noRecords')}
    </HealthRow>
  );
}

function ImportRow({ overview: { newest_import } }: RowProps) {
  const canWrite = useCanWrite();
  if (!newest_import) {
    return (
      <HealthRow label={text('lastImport')} action={canWrite && <Link to="/data">{text('importData')}</Link>}>
        {text('nothingImported')}
      </HealthRow>
    );
  }
  return (
    <HealthRow
      label={text('lastImport')}
      state={newest_import.state === 'failed' ? 'warning' : 'ok'}
      action={
        <Link to="/data/imports/$importId" params={{ importId: newest_import.id }}>
          {text('openReport')}
        </Link>
      }
    >
      {importStateName(newest_import)}, <When at={newest_import.started_at} isRelative />
    </HealthRow>
  );
}

function MirrorRow({ overview: { mirror } }: RowProps) {
  if (!mirror) return null;
  const when = () => <When at={mirror.ended_at} isRelative />;
  const isComplete = !mirror.error && mirror.left_out === 0;
  return (
    <HealthRow
      label={text('mirror')}
      state={mirror.error ? 'problem' : isComplete ? 'ok' : 'warning'}
      action={
        !isComplete && (
          <Link to="/" hash="mirror">
            {text('openMirror')}
          </Link>
        )
      }
    >
      {mirror.error
        ? text('mirrorFailed', { when })
        : text('mirrorLeftOut', { when, count: mirror.left_out })}
    </HealthRow>
  );
}

function ClientsRow({ overview }: RowProps) {
  const refused = refusedClients(overview);
  const expiring = expiringClients(overview);
  return (
    <HealthRow
      label={text('clients')}
      state={refused.count + expiring.count > 0 ? 'warning' : 'ok'}
      action={
        <Link to="/clients" search={refused.count > 0 ? { refused: 'true' } : { sort: 'expires_at' }}>
          {refused.count > 0 ? text('openRefused') : text('openClients')}
        </Link>
      }
    >
      {refused.count > 0
        ? text(refused.isAtLeast ? 'clientsRefusedAtLeast' : 'clientsRefused', refused)
        : text('clientsActive', { count: overview.clients.active })}{' '}
      {expiring.count > 0 && text(expiring.isAtLeast ? 'clientsExpireAtLeast' : 'clientsExpire', expiring)}
    </HealthRow>
  );
}

function WebhooksRow() {
  const { data: webhooks, error, refetch, isFetching } = useQuery(webhooksQuery);
  if (error) {
    return (
      <li className="health-row-error">
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </li>
    );
  }
  if (!webhooks?.length) return null;
  const troubled = webhooks.filter((webhook) => {
    const trouble = troubleOf(webhook);
    return trouble && trouble !== 'requested';
  });
  return (
    <HealthRow
      label={text('webhooks')}
      state={troubled.length > 0 ? 'warning' : 'ok'}
      action={<Link to="/webhooks">{text('openWebhooks')}</Link>}
    >
      {text('webhooksInTrouble', { count: webhooks.length, troubled: troubled.length })}
    </HealthRow>
  );
}
