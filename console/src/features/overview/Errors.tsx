import type { Overview } from '@/api/types';
import { count } from '@/components/format';
import { Empty } from '@/components/Section';

export function Errors({ errors }: { errors: Overview['errors'] }) {
  if (errors.length === 0) return <Empty title="No errors today" />;
  return (
    <ul className="errors">
      {errors.map(({ error_code, status, requests }) => (
        <li key={`${status} ${error_code}`}>
          <span className="status">{status}</span>
          <code translate="no">{error_code}</code>
          <span className="quiet small numeric">{count(requests, 'request')}</span>
        </li>
      ))}
    </ul>
  );
}
