import navigation from 'messages:navigation';
import text from 'messages:webhooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { webhooksQuery } from '@/api/queries';
import type { Webhook } from '@/api/types';
import { type Column, DataTable } from '@/components/DataTable';
import { formatNumber } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { ClientLink } from '@/features/exports/ClientLink';
import { useCanWrite } from '@/session/session';
import { nameOf } from './state';
import { WebhookBadge } from './WebhookBadge';
import { GuideLink } from './WebhookSecret';
import './webhooks.css';

const route = getRouteApi('/webhooks');

const columns = (): Column<Webhook>[] => [
  {
    key: 'url',
    header: text('url'),
    cell: (webhook) => (
      <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.webhook_id }} translate="no">
        {nameOf(webhook)}
      </Link>
    ),
  },
  {
    key: 'state',
    header: text('stateLabel'),
    onCard: 'title',
    cell: (webhook) => <WebhookBadge webhook={webhook} />,
  },
  {
    key: 'client',
    header: text('client'),
    cell: ({ client_id, client_name }) => (
      <Link to="/clients/$clientId" params={{ clientId: client_id }}>
        {client_name ?? client_id}
      </Link>
    ),
  },
  { key: 'waiting', header: text('waiting'), isNumeric: true, cell: ({ waiting }) => formatNumber(waiting) },
  {
    key: 'last_success_at',
    header: text('lastSuccess'),
    cell: ({ last_success_at }) => <When at={last_success_at} isRelative />,
  },
];

export function WebhooksPage() {
  const { client } = route.useSearch();
  const query = useQuery(webhooksQuery);
  const canWrite = useCanWrite();
  return (
    <Page
      title={navigation('webhooks')}
      description={text('description', { guide: (content) => <GuideLink>{content}</GuideLink> })}
      actions={
        canWrite && (
          <Link to="/webhooks/new" search={{ client }} className="button button-primary button-normal">
            <Icon name="plus" />
            {text('newWebhook')}
          </Link>
        )
      }
    >
      <Section
        title={client ? text('webhooksOfClient') : text('allWebhooks')}
        description={client && <OfClient clientId={client} />}
      >
        <QueryView query={query} lines={6}>
          {(webhooks) => (
            <List webhooks={client ? webhooks.filter((each) => each.client_id === client) : webhooks} />
          )}
        </QueryView>
      </Section>
    </Page>
  );
}

function OfClient({ clientId }: { clientId: string }) {
  return text('onlyOfClient', {
    client: () => <ClientLink clientId={clientId} />,
    link: (content) => <Link to="/webhooks">{content}</Link>,
  });
}

function List({ webhooks }: { webhooks: Webhook[] }) {
  const canWrite = useCanWrite();
  const { client } = route.useSearch();
  if (webhooks.length === 0) {
    return (
      <Empty title={text('noWebhooksYet')}>
        {canWrite && (
          <Link to="/webhooks/new" search={{ client }}>
            {text('createFirst')}
          </Link>
        )}
      </Empty>
    );
  }
  return (
    <DataTable
      label={navigation('webhooks')}
      zone="local"
      columns={columns()}
      rows={webhooks}
      rowKey={({ webhook_id }) => webhook_id}
    />
  );
}
