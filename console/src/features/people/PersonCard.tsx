import text from 'messages:people';
import { useState } from 'react';
import type { Person } from '@/api/types';
import { Button } from '@/components/Button';
import { DownloadButton } from '@/components/DownloadButton';
import { Notice } from '@/components/Notice';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { EraseDialog, type Erased } from './EraseDialog';
import { describeCounts, nameOf } from './names';

interface PersonCardProps {
  person: Person;
  onErased: (erased: Erased) => void;
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
              label={text('exportAsZip')}
              options={{ method: 'POST', body: {} }}
            />
            <Button size="small" onPress={() => setIsErasing(true)}>
              {text('eraseEllipsis')}
            </Button>
          </>
        )
      }
    >
      {person.match === 'similar' && (
        <Notice tone="warning" title={text('nearMatch')}>
          <p>{text('nearMatchExplanation')}</p>
        </Notice>
      )}
      <dl className="facts">
        <div>
          <dt>{text('id')}</dt>
          <dd>
            <code translate="no">{person.id}</code>
          </dd>
        </div>
        <div>
          <dt>{text('registered')}</dt>
          <dd>
            <When at={person.created_at} />
          </dd>
        </div>
        <div className="person-records">
          <dt>{text('records')}</dt>
          <dd>{describeCounts(person.records) || text('noneBesidesAccount')}</dd>
        </div>
      </dl>
      {isErasing && <EraseDialog person={person} onClose={() => setIsErasing(false)} onErased={onErased} />}
    </Section>
  );
}
