import text from 'messages:credentials';
import { Link } from '@tanstack/react-router';
import type { Client } from '@/api/types';
import { Section } from '@/components/Section';
import { kinds } from '@/features/embed/options';
import { CopiedValue } from './CopiedText';

/** The publishable key of a client, and the websites that may use it. */
export function KeySection({ client, isNew }: { client: Client; isNew?: boolean }) {
  return (
    <Section
      title={text('publishableKey')}
      description={text('keyIsNotSecret')}
      actions={
        client.status === 'active' && !isNew && <EmbedLink client={client} look="secondary button-small" />
      }
    >
      <div className="stack">
        <CopiedValue label={text('key')} text={client.publishable_key ?? ''} copy={text('copyKey')} />
        <div>
          <span className="quiet small">{text('websites')}</span>
          <ul className="origins" translate="no">
            {client.origins?.map((origin) => (
              <li key={origin}>{origin}</li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}

/** Leads to snippets with the key, for records that it reads. */
export function EmbedLink({ client, look }: { client: Client; look: string }) {
  const show = kinds.find((kind) => client.resources?.includes(kind) ?? true);
  return (
    <Link to="/embed" search={{ client: client.id, show }} className={`button button-${look}`}>
      {text('embedWithKey')}
    </Link>
  );
}
