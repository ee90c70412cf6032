import text from 'messages:clients';
import { Link } from '@tanstack/react-router';
import type { Client } from '@/api/types';

/** The three views of a client, each with a URL of its own. */
export function ClientTabs({ client }: { client: Client }) {
  const params = { clientId: client.id };
  const refused = client.refusals_30_days.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <nav className="tabs" aria-label={text('viewsOfClient')}>
      <Link to="/clients/$clientId" params={params} activeOptions={{ exact: true }} className="tab">
        {text('access')}
      </Link>
      <Link to="/clients/$clientId/activity" params={params} className="tab">
        {text('activity')}
        {refused > 0 && <span className="tab-count">{text('countRefused', { count: refused })}</span>}
      </Link>
      <Link to="/clients/$clientId/history" params={params} className="tab">
        {text('history')}
      </Link>
    </nav>
  );
}
