import text from 'messages:overview';
import { Link } from '@tanstack/react-router';
import type { Overview } from '@/api/types';
import { Empty } from '@/components/Section';

/** The errors of today, each with a link to the clients that sent the requests. */
export function Errors({ errors }: { errors: Overview['errors'] }) {
  if (errors.length === 0) return <Empty title={text('noErrorsToday')} />;
  return (
    <ul className="errors">
      {errors.map(({ error_code, status, requests }) => (
        <li key={`${status} ${error_code}`}>
          <span className="status">{status}</span>
          <Link to="/usage" search={{ days: 7, error: error_code ?? undefined }}>
            <code translate="no">{error_code ?? status}</code>
          </Link>
          <span className="quiet small numeric">{text('requests', { count: requests })}</span>
        </li>
      ))}
    </ul>
  );
}
