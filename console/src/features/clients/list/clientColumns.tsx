import { Link } from '@tanstack/react-router';
import type { Client } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { statusNames, statusTones } from '@/components/access';
import { Badge } from '@/components/Badge';
import type { Column } from '@/components/DataTable';
import { formatDay, formatNumber } from '@/components/format';
import { When } from '@/components/When';
import '../clients.css';

export const clientColumns: Column<Client>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: { ascending: 'name' },
    cell: ({ id, name }) => (
      <Link to="/clients/$clientId" params={{ clientId: id }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    onCard: 'title',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
  },
  {
    key: 'access',
    header: 'May read',
    cell: ({ access, publishable_key }) => (
      <>
        <AccessMark access={access} /> {publishable_key && <span className="web-pages">web pages</span>}
      </>
    ),
  },
  {
    key: 'last_request_at',
    header: 'Last request',
    sort: { descending: '-last_request_at' },
    cell: ({ last_request_at }) => <When at={last_request_at} isRelative />,
  },
  {
    key: 'requests_30_days',
    header: 'Requests, 30 days',
    isNumeric: true,
    cell: (client) => formatNumber(client.requests_30_days),
  },
  {
    key: 'expires_at',
    header: 'Expires',
    sort: { ascending: 'expires_at' },
    cell: ({ expires_at }) => (expires_at ? formatDay(expires_at) : <span className="quiet">Never</span>),
  },
  {
    key: 'created_at',
    header: 'Created',
    onCard: 'hidden',
    sort: { descending: '-created_at' },
    cell: ({ created_at }) => formatDay(created_at.slice(0, 10)),
  },
];
