import text from 'messages:warnings';
import { Link } from '@tanstack/react-router';
import type { Warning } from '@/api/types';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { useFirst } from '@/components/useFirst';

/** More warnings than this are shown on request. */
const SHOWN = 5;

/** A warning of the server, in English, or of the console. */
type ShownWarning = Warning & { webhook_id?: string; isTranslated?: boolean };

/** What needs attention, each with a link to where it is solved. */
export function Warnings({ warnings }: { warnings: ShownWarning[] }) {
  const { shown, hidden, showAll } = useFirst(warnings, SHOWN);
  if (warnings.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={
        warnings.length === 1
          ? text('needsAttention')
          : text('thingsNeedAttention', { count: warnings.length })
      }
    >
      <ul className="warnings">
        {shown.map((warning) => (
          <li key={`${warning.code} ${warning.client_id ?? ''} ${warning.text}`}>
            <span lang={warning.isTranslated ? undefined : 'en'}>{warning.text}</span>
            <Solution warning={warning} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" onPress={showAll}>
          {text('showMore', { count: hidden })}
        </Button>
      )}
    </Notice>
  );
}

function Solution({ warning: { code, client_id, webhook_id } }: { warning: ShownWarning }) {
  if (client_id) {
    return (
      <Link to="/clients/$clientId" params={{ clientId: client_id }}>
        {text('openClient')}
      </Link>
    );
  }
  if (webhook_id) {
    return (
      <Link to="/webhooks/$webhookId" params={{ webhookId: webhook_id }}>
        {text('openWebhook')}
      </Link>
    );
  }
  if (code.startsWith('webhook')) return <Link to="/webhooks">{text('openWebhooks')}</Link>;
  if (code.startsWith('client')) return <Link to="/clients">{text('openClients')}</Link>;
  if (code.startsWith('import') || code === 'no-platform') return <Link to="/data">{text('openData')}</Link>;
  if (code.startsWith('mirror')) {
    return (
      <Link to="/" hash="mirror">
        {text('openMirror')}
      </Link>
    );
  }
  return <Link to="/settings">{text('openSettings')}</Link>;
}
