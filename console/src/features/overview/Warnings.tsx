import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Warning } from '@/api/types';
import { Button } from '@/components/Button';
import { count } from '@/components/format';
import { Notice } from '@/components/Notice';

/** More warnings than this are shown on request. */
const SHOWN = 5;

/** What needs attention, each with a link to where it is solved. */
export function Warnings({ warnings }: { warnings: Warning[] }) {
  const [isComplete, setIsComplete] = useState(false);
  if (warnings.length === 0) return null;
  const shown = isComplete ? warnings : warnings.slice(0, SHOWN);
  return (
    <Notice
      tone="warning"
      title={warnings.length === 1 ? 'Needs attention' : `${warnings.length} things need attention`}
    >
      <ul className="warnings">
        {shown.map((warning) => (
          <li key={`${warning.code} ${warning.client_id ?? ''} ${warning.text}`}>
            <span>{warning.text}</span>
            <Solution warning={warning} />
          </li>
        ))}
      </ul>
      {shown.length < warnings.length && (
        <Button size="small" onPress={() => setIsComplete(true)}>
          Show {count(warnings.length - shown.length, 'more warning')}
        </Button>
      )}
    </Notice>
  );
}

function Solution({ warning: { code, client_id } }: { warning: Warning }) {
  if (client_id) {
    return (
      <Link to="/clients/$clientId" params={{ clientId: client_id }}>
        Open the client
      </Link>
    );
  }
  if (code.startsWith('client')) return <Link to="/clients">Open clients</Link>;
  if (code.startsWith('import') || code === 'no-platform') return <Link to="/data">Open data</Link>;
  if (code.startsWith('mirror')) {
    return (
      <Link to="/" hash="mirror">
        Open the mirror
      </Link>
    );
  }
  return <Link to="/settings">Open settings</Link>;
}
