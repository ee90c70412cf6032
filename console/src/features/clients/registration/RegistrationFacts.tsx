import type { Registration } from '@/api/types';
import { Fact } from '@/components/Fact';
import { registrationFields, registrationLabel } from './registration';

/** The texts of the access register that a client has. */
export function RegistrationFacts({ registration }: { registration: Registration }) {
  return (
    <dl className="facts registration">
      {registrationFields
        .filter((field) => registration[field])
        .map((field) => (
          <Fact key={field} label={registrationLabel(field)}>
            {registration[field]}
          </Fact>
        ))}
    </dl>
  );
}
