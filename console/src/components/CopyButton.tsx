import text from 'messages:shared';
import { useState } from 'react';
import { announce } from './announcements';
import { Button, type ButtonVariant } from './Button';
import { Icon } from './Icon';

interface CopyButtonProps {
  /** What is copied. */
  text: string;
  /** The label, such as `Copy secret`. */
  label: string;
  variant?: ButtonVariant;
  /** Whether the button shows its icon alone, as in the rows of a table. */
  isIcon?: boolean;
  onCopied?: () => void;
}

export function CopyButton({ label, variant, isIcon, onCopied, ...props }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();
  const copy = async () => {
    const isCopied = await writeClipboard(props.text);
    setResult(isCopied ? 'copied' : 'failed');
    announce(isCopied ? text('copied') : text('clipboardDenied'));
    if (isCopied) onCopied?.();
  };
  const shown = result === 'failed' ? text('notCopied') : result && !isIcon ? text('copied') : undefined;
  // Who speaks to the browser says what the button shows (WCAG 2.2, 2.5.3).
  const name = shown ? `${shown}: ${label}` : label;
  return (
    <Button size="small" variant={variant} onPress={() => void copy()} aria-label={name}>
      <Icon name={result === 'copied' ? 'check' : 'copy'} />
      {shown ?? (isIcon ? null : label)}
    </Button>
  );
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

/** The clipboard interface is absent without HTTPS; the older command works there. */
function copyFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  (focused?.closest('[role=dialog],[role=alertdialog]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
