import text from 'messages:preview';
import type { Preview, PreviewField } from '@/api/types';
import { formatList } from '@/components/format';

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
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  return content.length > LONGEST ? `${content.slice(0, LONGEST)}…` : content || '""';
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

/** The treatments in the order in which they are counted. */
const treatments = [
  'shown',
  'pseudonym',
  'truncated-to-day',
  'rounded',
  'allowed-keys-only',
  'withheld',
  'withheld-while-voting',
  'public-records',
  'public-record',
] as const satisfies Treatment[];

/** How many fields each treatment has, in words. */
export function describeTreatments(rows: PreviewRow[]): string {
  const parts = treatments.flatMap((treatment) => {
    const count = rows.filter((row) => row.treatment === treatment).length;
    return count > 0 ? [text(`count.${treatment}`, { count })] : [];
  });
  return text('countOfFields', { count: rows.length, parts: formatList(parts) });
}
