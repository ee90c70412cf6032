import text from 'messages:clients';
import shared from 'messages:shared';
import { useState } from 'react';
import type { Client } from '@/api/types';
import { Button } from '@/components/Button';
import { Empty, Section } from '@/components/Section';
import { useCanWrite } from '@/session/session';
import { RegistrationDialog } from './RegistrationDialog';
import { RegistrationFacts } from './RegistrationFacts';
import { isRegistered } from './registration';

/** Who uses a client and why, and the dialog that edits it. */
export function RegistrationSection({ client }: { client: Client }) {
  const [isEditing, setIsEditing] = useState(false);
  const canWrite = useCanWrite() && client.status !== 'revoked';
  return (
    <Section
      title={text('registration')}
      description={text('registrationDescription')}
      actions={
        canWrite && (
          <Button size="small" onPress={() => setIsEditing(true)} aria-label={text('editRegistration')}>
            {shared('editEllipsis')}
          </Button>
        )
      }
    >
      {isRegistered(client.registration) ? (
        <RegistrationFacts registration={client.registration} />
      ) : (
        <Empty title={text('notRegistered')}>
          <p>{text('notRegisteredExplanation')}</p>
        </Empty>
      )}
      {isEditing && <RegistrationDialog client={client} onClose={() => setIsEditing(false)} />}
    </Section>
  );
}
