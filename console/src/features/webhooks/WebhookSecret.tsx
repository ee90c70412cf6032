import text from 'messages:webhooks';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { SecretLeaveGuard } from '@/components/SecretLeaveGuard';
import { Section } from '@/components/Section';
import { useApiUrl } from '@/features/clients/apiUrl';
import { CopiedValue } from '@/features/clients/CopiedText';
import './webhooks.css';

/** The secret of a webhook, which is shown once. Leaving before it is stored needs a confirmation. */
export function WebhookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const [isStored, setIsStored] = useState(false);
  // The page replaces a longer one with the same URL, at whose end the administrator was.
  useEffect(() => void scrollTo(0, 0), []);
  return (
    <>
      <Notice tone="warning" title={text('secretShownOnce')}>
        <p>{text('rotateIfLost')}</p>
      </Notice>
      <Section title={text('secret')} description={text('secretDescription')}>
        <div className="stack">
          <CopiedValue label={text('secret')} text={secret} copy={text('copySecret')} />
          <p>
            <GuideLink>{text('receiveAndVerify')}</GuideLink>
          </p>
          <Checkbox isSelected={isStored} onChange={setIsStored}>
            {text('storedSecret')}
          </Checkbox>
          <div className="actions">
            <Button variant="primary" isDisabled={!isStored} onPress={onDone}>
              {text('continueToWebhook')}
            </Button>
          </div>
        </div>
      </Section>
      <SecretLeaveGuard isStored={isStored} />
    </>
  );
}

/** Leads to the guide about webhooks, in the portal. */
export function GuideLink({ children }: { children: ReactNode }) {
  return (
    <a className="guide" href={`${useApiUrl()}/guides/use-webhooks`} target="_blank" rel="noreferrer">
      {children}
      <Icon name="external" />
    </a>
  );
}
