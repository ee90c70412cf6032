import { KeySection } from '../KeySection';
import { RegistrationSection } from '../registration/RegistrationSection';
import { AccessSection } from './AccessSection';
import { useShownClient } from './useShownClient';

/** What a client may read, for whom and until when. */
export function AccessTab() {
  const client = useShownClient();
  return (
    <>
      {client.publishable_key && <KeySection client={client} />}
      <AccessSection client={client} />
      <RegistrationSection client={client} />
    </>
  );
}
