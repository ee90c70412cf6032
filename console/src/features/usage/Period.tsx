import { Segments } from '@/components/Segments';

const periods = [
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
  { value: 90, label: '90 days' },
  { value: 365, label: '1 year' },
];

/** The choice of the period that a report covers. */
export function Period({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return <Segments label="Period" options={periods} value={days} onChange={onChange} />;
}
