import text from 'messages:data';
/** A progress bar. Without a share it shows that something runs, but not how much is left. */
export function ProgressBar({ label, share }: { label: string; share?: number }) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div className="progress">
      <span>
        {label}
        {percent !== undefined && <span className="numeric"> {text('percent', { percent })}</span>}
      </span>
      <progress value={percent} max={100} aria-label={label} />
    </div>
  );
}
