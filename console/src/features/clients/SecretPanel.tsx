import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClientWithSecret } from '@/api/types';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Notice } from '@/components/Notice';
import { Section } from '@/components/Section';
import { useApiUrl } from './apiUrl';
import { CopiedCode, CopiedValue } from './CopiedText';
import { curlSample, envFile } from './samples';

interface SecretPanelProps {
  created: ClientWithSecret;
  /** Continues; possible after the administrator confirmed that the secret is stored. */
  onDone: () => void;
}

/** The secret of a client, which is shown once. Leaving before it is stored needs a confirmation. */
export function SecretPanel({ created: { client, client_secret }, onDone }: SecretPanelProps) {
  const [isStored, setIsStored] = useState(false);
  const url = useApiUrl();
  const secret = client_secret ?? '';
  const resource = client.resources?.[0] ?? 'ideas';
  return (
    <div className="secret">
      <Notice tone="warning" title="The secret is shown once">
        <p>The server stores only a hash of it. If it is lost, rotate the secret of the client.</p>
      </Notice>
      <Section title="Credentials">
        <div className="stack">
          <CopiedValue label="Client ID" text={client.id} copy="Copy id" />
          <CopiedValue label="Secret" text={secret} copy="Copy secret" />
          <Checkbox isSelected={isStored} onChange={setIsStored}>
            I have stored the secret
          </Checkbox>
          <div className="actions">
            <Button variant="primary" isDisabled={!isStored} onPress={onDone}>
              Continue to {client.name}
            </Button>
          </div>
        </div>
      </Section>
      <Section title="For the program">
        <div className="stack">
          <CopiedCode label=".env" text={envFile(url, client.id, secret)} copy="Copy .env" />
          <CopiedCode
            label="First request with curl"
            text={curlSample(url, client.id, secret, resource)}
            copy="Copy commands"
          />
        </div>
      </Section>
      <LeaveGuard isActive={!isStored} />
    </div>
  );
}

function LeaveGuard({ isActive }: { isActive: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isActive,
    enableBeforeUnload: isActive,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title="Leave without the secret?"
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      action="Leave"
    >
      <p>You have not confirmed that the secret is stored. After you leave, nobody can see it again.</p>
    </ConfirmDialog>
  );
}
