import { useEffect, useState } from 'react';
import { TextField, type TextFieldProps } from './fields';

const PAUSE_MS = 250;

/** A text field that passes its value on after a pause in typing, for what is in the URL. */
export function PausedTextField({ value, onChange, ...props }: TextFieldProps) {
  const [text, setText] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text alone starts a pause.
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => setText(value), [value]);
  return <TextField {...props} value={text} onChange={setText} />;
}
