import type { FileError, Import } from '@/api/types';
import { CopyButton } from '@/components/CopyButton';
import { DataTable } from '@/components/DataTable';
import { Section } from '@/components/Section';
import { errorCount } from './ImportLine';

const position = ({ file, line }: FileError) => (line === null ? file : `${file}:${line}`);

/** Every error with its file and line. */
export function ImportErrors({ entry }: { entry: Import }) {
  const { errors, error_count } = entry;
  const text = errors
    .map(
      (error) =>
        `${position(error)}\t${error.field ?? ''}\texpected ${error.expected}\tfound ${error.found ?? ''}`,
    )
    .join('\n');
  return (
    <Section
      title={errorCount(entry)}
      description={
        errors.length < error_count
          ? `The first ${errors.length} are shown. Correct them and start again.`
          : undefined
      }
      actions={<CopyButton text={text} label="Copy errors" />}
    >
      <DataTable
        label="Errors"
        rows={errors.map((error, index) => ({ ...error, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          {
            key: 'position',
            header: 'File and line',
            cell: (error) => <code translate="no">{position(error)}</code>,
          },
          {
            key: 'field',
            header: 'Field',
            // An error of a complete file is about no field.
            cell: ({ field }) => (field ? <code translate="no">{field}</code> : '–'),
          },
          { key: 'expected', header: 'Expected', cell: ({ expected }) => expected },
          {
            key: 'found',
            header: 'Found',
            cell: ({ found }) => found && <code translate="no">{found}</code>,
          },
        ]}
      />
    </Section>
  );
}
