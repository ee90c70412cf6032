import text from 'messages:clients';
import advice from 'messages:refusalAdvice';
import { Link } from '@tanstack/react-router';
import type { Client, ClientRefusal } from '@/api/types';
import { Icon } from '@/components/Icon';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { RenewButton } from '../change/RenewButton';
import { reasonOf } from '../refusals';

/** Why requests of a client were refused, and what to do about it. */
export function Refusals({ client }: { client: Client }) {
  return (
    <Section title={text('refusedRequests')} description={text('in30Days')}>
      {client.refusals_30_days.length === 0 ? (
        <Empty title={text('nothingRefused')} />
      ) : (
        <ul className="refusals">
          {client.refusals_30_days.map((refusal) => (
            <li key={`${refusal.reason} ${refusal.resource}`} className="refusal">
              <Icon name="danger" />
              <div>
                <h3>{reasonOf(refusal)}</h3>
                <p>{advice(refusal.reason ?? 'unknown')}</p>
                <Solution client={client} refusal={refusal} />
              </div>
              <p className="refusal-count">
                <strong>{text('requests', { count: refusal.requests })}</strong>
                <span className="quiet small">
                  {text('lastOne', { when: () => <When at={refusal.last_at} isRelative /> })}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Where an administrator can do what the advice says. */
function Solution({ client, refusal }: { client: Client; refusal: ClientRefusal }) {
  const canWrite = useCanWrite();
  switch (refusal.reason) {
    case 'expired':
      return <RenewButton client={client} />;
    case 'api-disabled':
      return <Link to="/">{text('openSwitch')}</Link>;
    case 'revoked':
      return canWrite && <Link to="/clients/new">{text('newClient')}</Link>;
    case 'resource-not-included':
    case 'level-too-low':
    case 'not-for-assistants':
    case 'origin-not-allowed':
      return (
        <Link to="/clients/$clientId" params={{ clientId: client.id }}>
          {text('openAccess')}
        </Link>
      );
    default:
      return null;
  }
}
