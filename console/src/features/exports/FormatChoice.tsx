import text from 'messages:exports';
import type { ReactNode } from 'react';
import type { ExportFormat } from '@/api/types';
import { Checkbox } from '@/components/Checkbox';
import { formatNames, formats } from './exports';

interface FormatChoiceProps {
  value: ExportFormat[];
  onChange: (value: ExportFormat[]) => void;
  error?: ReactNode;
}

export function FormatChoice({ value, onChange, error }: FormatChoiceProps) {
  const toggle = (format: ExportFormat, isSelected: boolean) =>
    onChange(formats.filter((each) => (each === format ? isSelected : value.includes(each))));
  return (
    <fieldset className="export-formats">
      <legend className="visually-hidden">{text('formats')}</legend>
      {formats.map((format) => (
        <Checkbox
          key={format}
          isSelected={value.includes(format)}
          onChange={(isSelected) => toggle(format, isSelected)}
        >
          <span className="format-name">{formatNames[format]}</span>
          <span className="quiet small format-purpose">{text(`purpose.${format}`)}</span>
        </Checkbox>
      ))}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
