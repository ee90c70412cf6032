import { CopyButton } from '@/components/CopyButton';
import './clients.css';

interface CopiedTextProps {
  label: string;
  text: string;
  /** The label of the button, such as `Copy secret`. */
  copy: string;
}

/** A value on one line, to be copied. */
export function CopiedValue({ label, text, copy }: CopiedTextProps) {
  return (
    <div className="secret-value">
      <div>
        <span className="quiet small">{label}</span>
        <code translate="no">{text}</code>
      </div>
      <CopyButton text={text} label={copy} />
    </div>
  );
}

/** Lines of code, to be copied. */
export function CopiedCode({ label, text, copy }: CopiedTextProps) {
  return (
    <div className="sample">
      <div className="sample-head">
        <h3>{label}</h3>
        <CopyButton text={text} label={copy} />
      </div>
      {/* A region that scrolls needs the focus to be scrolled with keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <pre translate="no" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
