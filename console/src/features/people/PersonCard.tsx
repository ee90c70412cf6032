import { useState } from 'react';
import type { Person } from '@/api/types';
import { Button } from '@/components/Button';
import { DownloadButton } from '@/components/DownloadButton';
import { Notice } from '@/components/Notice';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { EraseDialog } from './EraseDialog';
import { describeCounts, nameOf } from './names';

interface PersonCardProps {
  person: Person;
  onErased: () => void;
}

/** A person with what concerns them, and what can be done. */
export function PersonCard({ person, onErased }: PersonCardProps) {
  const [isErasing, setIsErasing] = useState(false);
  const canWrite = useCanWrite();
  return (
    <Section
      title={nameOf(person)}
      description={person.email}
      actions={
        canWrite && (
          <>
            <DownloadButton
              path={`/people/${person.id}/export`}
              fileName="person.zip"
              label="Export as zip"
              options={{ method: 'POST', body: {} }}
            />
            <Button size="small" onPress={() => setIsErasing(true)}>
              Erase…
            </Button>
          </>
        )
      }
    >
      {person.match === 'similar' && (
        <Notice tone="warning" title="Near match">
          <p>
            The e-mail address is only similar to what you searched for. This may be another person, who is
            erased only here.
          </p>
        </Notice>
      )}
      <dl className="facts">
        <div>
          <dt>Id</dt>
          <dd>
            <code translate="no">{person.id}</code>
          </dd>
        </div>
        <div>
          <dt>Registered</dt>
          <dd>
            <When at={person.created_at} />
          </dd>
        </div>
        <div className="person-records">
          <dt>Records</dt>
          <dd>{describeCounts(person.records) || 'None besides the account'}</dd>
        </div>
      </dl>
      {isErasing && <EraseDialog person={person} onClose={() => setIsErasing(false)} onErased={onErased} />}
    </Section>
  );
}
