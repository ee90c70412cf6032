import text from 'messages:clients';
import type { Client } from '@/api/types';
import { EditForm } from '../detail/EditForm';
import { useEdit } from '../detail/useEdit';
import { RegistrationFields } from './RegistrationFields';
import { emptyRegistration, trimmed } from './registration';

interface RegistrationDialogProps {
  client: Client;
  onClose: () => void;
}

export function RegistrationDialog({ client, onClose }: RegistrationDialogProps) {
  const edit = useEdit(client, onClose);
  const registration = edit.fields.registration ?? emptyRegistration;
  return (
    <EditForm
      title={text('registrationOf', { name: client.name })}
      edit={edit}
      entered={{ ...edit.fields, registration: trimmed(registration) }}
      onClose={onClose}
    >
      <RegistrationFields
        value={registration}
        onChange={(value) => edit.setFields({ ...edit.fields, registration: value })}
      />
    </EditForm>
  );
}
