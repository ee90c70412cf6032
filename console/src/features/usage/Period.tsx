import text from 'messages:usage';
import { Segments } from '@/components/Segments';

/** The choice of the period that a report covers. */
export function Period({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const periods = [7, 30, 90].map((value) => ({ value, label: text('days', { count: value }) }));
  return (
    <Segments
      label={text('period')}
      options={[...periods, { value: 365, label: text('oneYear') }]}
      value={days}
      onChange={onChange}
    />
  );
}
