import text from 'messages:clients';
import type { Registration } from '@/api/types';
import { TextArea, TextField } from '@/components/fields';
import { isParagraph, type RegistrationField, registrationFields, registrationLabel } from './registration';

interface RegistrationFieldsProps {
  value: Registration;
  onChange: (value: Registration) => void;
}

const descriptionOf = (field: RegistrationField) =>
  field === 'note' ? undefined : text(`registration_${field}_description`);

/** Who uses a client and why. All of it is optional. */
export function RegistrationFields({ value, onChange }: RegistrationFieldsProps) {
  return (
    <div className="form">
      {registrationFields.map((field) => {
        const properties = {
          label: registrationLabel(field),
          description: descriptionOf(field),
          value: value[field] ?? '',
          onChange: (entered: string) => onChange({ ...value, [field]: entered }),
        };
        return isParagraph(field) ? (
          <TextArea key={field} {...properties} rows={2} isProse />
        ) : (
          <TextField key={field} {...properties} />
        );
      })}
    </div>
  );
}
