import labels from 'messages:auditFields';
import type { Registration } from '@/api/types';

/** The texts of the access register, the purpose first: it decides what a client needs. */
export const registrationFields = ['purpose', 'owner', 'contact', 'legal_basis', 'note'] as const;

export type RegistrationField = (typeof registrationFields)[number];

export const emptyRegistration: Registration = {
  purpose: null,
  owner: null,
  contact: null,
  legal_basis: null,
  note: null,
};

export const registrationLabel = (field: RegistrationField) => labels(field);

/** Whether a text can have several lines. */
export const isParagraph = (field: RegistrationField) => field === 'purpose' || field === 'note';

export const isRegistered = (registration: Registration) =>
  registrationFields.some((field) => registration[field]);

/** What was entered, without spaces at the ends; blank texts are absent. The members keep their order for comparisons. */
export const trimmed = (registration: Registration): Registration => ({
  ...registration,
  ...Object.fromEntries(registrationFields.map((field) => [field, registration[field]?.trim() || null])),
});

export const describeRegistration = (registration: Registration): string =>
  registrationFields
    .filter((field) => registration[field])
    .map((field) => `${registrationLabel(field)}: ${registration[field]}`)
    .join('; ');
