import { useEffect, useState } from 'react';

const confirmationMilliseconds = 2000;

interface CopyTextProps {
  text: () => string;
  children: string;
}

/** A button that copies a text; its label confirms it for a while. */
export default function CopyText({ text, children }: CopyTextProps) {
  const [result, setResult] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setResult(''), confirmationMilliseconds);
    return () => clearTimeout(timer);
  });
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setResult('Copied'),
      () => setResult('Copy failed'),
    );
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">{result || children}</span>
    </button>
  );
}
