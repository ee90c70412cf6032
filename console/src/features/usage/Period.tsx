const periods = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
];

/** The choice of the period that a report covers. */
export function Period({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Period</legend>
      {periods.map((period) => (
        <label key={period.days} className="segment">
          <input
            type="radio"
            name="period"
            checked={days === period.days}
            onChange={() => onChange(period.days)}
          />
          {period.label}
        </label>
      ))}
    </fieldset>
  );
}
