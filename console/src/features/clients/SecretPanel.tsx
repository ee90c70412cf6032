import text from 'messages:credentials';
import { useEffect, useState } from 'react';
import type { ClientWithSecret } from '@/api/types';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { Notice } from '@/components/Notice';
import { SecretLeaveGuard } from '@/components/SecretLeaveGuard';
import { Section } from '@/components/Section';
import { CopiedValue } from './CopiedText';
import { ProgramSamples } from './ProgramSamples';

interface SecretPanelProps {
  created: ClientWithSecret;
  /** Continues; possible after the administrator confirmed that the secret is stored. */
  onDone: () => void;
}

/** The secret of a client, which is shown once. Leaving before it is stored needs a confirmation. */
export function SecretPanel({ created: { client, client_secret }, onDone }: SecretPanelProps) {
  const [isStored, setIsStored] = useState(false);
  // The page replaces a longer one with the same URL, at whose end the administrator was.
  useEffect(() => void scrollTo(0, 0), []);
  const secret = client_secret ?? '';
  return (
    <div className="secret">
      <Notice tone="warning" title={text('secretShownOnce')}>
        <p>{text('secretShownOnceDescription')}</p>
      </Notice>
      <Section title={text('credentials')}>
        <div className="stack">
          <CopiedValue label={text('clientId')} text={client.id} copy={text('copyId')} />
          <CopiedValue label={text('secret')} text={secret} copy={text('copySecret')} />
          <Checkbox isSelected={isStored} onChange={setIsStored}>
            {text('storedSecret')}
          </Checkbox>
          <div className="actions">
            <Button variant="primary" isDisabled={!isStored} onPress={onDone}>
              {text('continueTo', { name: client.name })}
            </Button>
          </div>
        </div>
      </Section>
      <ProgramSamples
        id={client.id}
        secret={secret}
        resource={client.resources?.[0] ?? 'ideas'}
        isForAssistants={client.mcp}
      />
      <SecretLeaveGuard isStored={isStored} />
    </div>
  );
}
