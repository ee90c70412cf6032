import text from 'messages:clients';
import shared from 'messages:shared';
import { Link } from '@tanstack/react-router';
import type { Client } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import type { Column } from '@/components/DataTable';
import { isSoon } from '@/components/expiry';
import { today } from '@/components/format';
import { LastDay } from '@/components/When';
import { RenewButton } from '../change/RenewButton';
import { PersonalDataMarks } from '../PersonalDataMarks';
import { StatusBadge } from '../StatusBadge';
import { LastUse } from './LastUse';
import { ReadSum } from './ReadSum';
import '../clients.css';
import './list.css';

export const clientColumns = (): Column<Client>[] => [
  {
    key: 'name',
    header: text('name'),
    sort: { ascending: 'name', descending: '-name' },
    cell: ({ id, name, registration, status }) => (
      <>
        <Link to="/clients/$clientId" params={{ clientId: id }}>
          {name}
        </Link>{' '}
        {status !== 'active' && <StatusBadge status={status} />}
        {registration.owner && <span className="second-line">{registration.owner}</span>}
      </>
    ),
  },
  {
    key: 'access',
    header: shared('accessLevel'),
    cell: ({ access, publishable_key, mcp }) => (
      <>
        <AccessMark access={access} />
        {publishable_key && <span className="second-line">{text('inWebPages')}</span>}
        {mcp && <span className="second-line">{text('forAssistants')}</span>}
      </>
    ),
  },
  {
    key: 'personal_data',
    header: text('mayReadPersonalData'),
    cell: ({ personal_data }) => <PersonalDataMarks kinds={personal_data} />,
  },
  {
    key: 'reads',
    header: text('readIn30Days'),
    isWideOnly: true,
    cell: ({ reads_30_days }) => <ReadSum reads={reads_30_days} />,
  },
  {
    key: 'last_request_at',
    header: text('lastRequest'),
    sort: { ascending: 'last_request_at', descending: '-last_request_at' },
    cell: (client) => <LastUse client={client} />,
  },
  {
    key: 'expires_at',
    header: shared('lastDay'),
    sort: { ascending: 'expires_at', descending: '-expires_at' },
    cell: (client) => (
      <span className={isSoon(client.expires_at, today()) ? 'expiry expiry-soon' : 'expiry'}>
        <LastDay day={client.expires_at} />
        <RenewButton client={client} variant="ghost" />
      </span>
    ),
  },
];
