import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClientWithSecret } from '@/api/types';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { CopyButton } from '@/components/CopyButton';
import { Notice } from '@/components/Notice';
import { Section } from '@/components/Section';
import { useApiUrl } from './apiUrl';
import { curlSample, envFile } from './samples';
import './clients.css';

interface SecretPanelProps {
  created: ClientWithSecret;
  /** Continues; possible after the administrator confirmed that the secret is stored. */
  onDone: () => void;
}

/** The secret of a client, which is shown once. Leaving before it is stored needs a confirmation. */
export function SecretPanel({ created: { client, client_secret: secret }, onDone }: SecretPanelProps) {
  const [isStored, setIsStored] = useState(false);
  const url = useApiUrl();
  const resource = client.resources?.[0] ?? 'ideas';
  return (
    <div className="secret">
      <Notice tone="warning" title="The secret is shown once">
        <p>The server stores only a hash of it. If it is lost, rotate the secret of the client.</p>
      </Notice>
      <Section title="Credentials">
        <div className="stack">
          <Value label="Client ID" value={client.id} copy="Copy id" />
          <Value label="Secret" value={secret} copy="Copy secret" />
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
          <Sample title=".env" text={envFile(url, client.id, secret)} copy="Copy .env" />
          <Sample
            title="First request with curl"
            text={curlSample(url, client.id, secret, resource)}
            copy="Copy commands"
          />
        </div>
      </Section>
      <LeaveGuard isActive={!isStored} />
    </div>
  );
}

function Value({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <div className="secret-value">
      <div>
        <span className="quiet small">{label}</span>
        <code translate="no">{value}</code>
      </div>
      <CopyButton text={value} label={copy} />
    </div>
  );
}

function Sample({ title, text, copy }: { title: string; text: string; copy: string }) {
  return (
    <div className="sample">
      <div className="sample-head">
        <h3>{title}</h3>
        <CopyButton text={text} label={copy} />
      </div>
      {/* A region that scrolls needs the focus to be scrolled with keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <pre translate="no" tabIndex={0}>
        {text}
      </pre>
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
