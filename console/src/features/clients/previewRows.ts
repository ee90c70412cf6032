import type { Preview, PreviewField } from '@/api/types';

type Treatment = PreviewField['treatment'];

/** A field of the preview: its value at the level and, if that differs, its full value. */
export interface PreviewRow {
  field: string;
  treatment: Treatment;
  value: string;
  fullValue?: string;
}

/** Longer values are shortened; the preview shows what happens to a value, not the complete text. */
const LONGEST = 160;

export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || '""';
}

export function previewRows({ record, full_record, fields }: Preview): PreviewRow[] {
  if (!record) return [];
  const treatments = new Map(fields.map(({ field, treatment }) => [field, treatment]));
  return Object.entries(record).map(([field, value]) => {
    const full = full_record?.[field];
    const differs = JSON.stringify(full ?? null) !== JSON.stringify(value ?? null);
    // What a level does to a field can depend on the record: an unchanged value is shown.
    const treatment = differs ? (treatments.get(field) ?? 'withheld') : 'shown';
    return {
      field,
      treatment,
      value: formatValue(value),
      ...(differs && full_record ? { fullValue: formatValue(full) } : {}),
    };
  });
}

export const treatmentNames: Record<Treatment, string> = {
  shown: '',
  pseudonym: 'Replaced by a pseudonym',
  withheld: 'Withheld',
  'truncated-to-day': 'Truncated to the day',
  rounded: 'Rounded',
  'allowed-keys-only': 'Partly withheld',
  'withheld-while-voting': 'Withheld during votes',
  'public-records': 'Public records only',
  'public-record': 'Withheld unless public',
};

/** How many fields each treatment other than `shown` has, in words. */
export function describeTreatments(rows: PreviewRow[]): string {
  const counts = new Map<Treatment, number>();
  for (const { treatment } of rows) counts.set(treatment, (counts.get(treatment) ?? 0) + 1);
  const part = (treatment: Treatment, words: string) => {
    const number = counts.get(treatment);
    return number ? [`${number} ${words}`] : [];
  };
  const parts = [
    ...part('shown', 'shown'),
    ...part('pseudonym', 'replaced'),
    ...part('truncated-to-day', 'truncated to the day'),
    ...part('rounded', 'rounded'),
    ...part('allowed-keys-only', 'partly withheld'),
    ...part('withheld', 'withheld'),
    ...part('withheld-while-voting', 'withheld during votes'),
    ...part('public-records', 'counted without hidden records'),
    ...part('public-record', 'withheld unless public'),
  ];
  return `${rows.length} fields: ${parts.join(', ')}`;
}
