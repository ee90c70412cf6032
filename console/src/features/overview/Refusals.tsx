import text from 'messages:overview';
import { Link } from '@tanstack/react-router';
import type { OverviewRefusal } from '@/api/types';
import { Button } from '@/components/Button';
import { Empty } from '@/components/Section';
import { useFirst } from '@/components/useFirst';
import { When } from '@/components/When';
import { reasonOf } from '@/features/clients/refusals';

/** More refusals than this are shown on request. */
const SHOWN = 5;

/** Whom the server refused and why, each with a link to the explanation. */
export function Refusals({ refusals }: { refusals: OverviewRefusal[] }) {
  const { shown, hidden, showAll } = useFirst(refusals, SHOWN);
  if (refusals.length === 0) return <Empty title={text('nothingRefused')} />;
  return (
    <>
      <ul className="refused-clients">
        {shown.map((refusal) => (
          <li key={`${refusal.client_id} ${refusal.reason} ${refusal.resource}`}>
            <Link to="/clients/$clientId/activity" params={{ clientId: refusal.client_id }}>
              {refusal.name ?? refusal.client_id}
            </Link>
            <span className="refused-reason">{reasonOf(refusal)}</span>
            <span className="quiet small numeric">
              {text('requests', { count: refusal.requests })}, <When at={refusal.last_at} isRelative />
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" onPress={showAll}>
          {text('showMore', { count: hidden })}
        </Button>
      )}
    </>
  );
}
