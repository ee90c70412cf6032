import text from 'messages:data';
import type { FileError, Import } from '@/api/types';
import { CopyButton } from '@/components/CopyButton';
import { DataTable } from '@/components/DataTable';
import { Section } from '@/components/Section';
import { ServerText } from '@/components/ServerText';
import { errorCount } from './importResult';

const position = ({ file, line }: FileError) => (line === null ? file : `${file}:${line}`);

/** Every error with its file and line. */
export function ImportErrors({ entry }: { entry: Import }) {
  const { errors, error_count } = entry;
  const copied = errors
    .map(
      (error) =>
        `${position(error)}\t${error.field ?? ''}\t${text('copiedError', { expected: error.expected, found: error.found ?? '' })}`,
    )
    .join('\n');
  return (
    <Section
      title={errorCount(entry)}
      description={
        errors.length < error_count ? text('firstErrorsShown', { count: errors.length }) : undefined
      }
      actions={<CopyButton text={copied} label={text('copyErrors')} />}
    >
      <DataTable
        label={text('errorList')}
        rows={errors.map((error, index) => ({ ...error, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          {
            key: 'position',
            header: text('fileAndLine'),
            cell: (error) => <code translate="no">{position(error)}</code>,
          },
          {
            key: 'field',
            header: text('field'),
            // An error of a complete file is about no field.
            cell: ({ field }) => (field ? <code translate="no">{field}</code> : '–'),
          },
          {
            key: 'expected',
            header: text('expected'),
            cell: ({ expected }) => <ServerText>{expected}</ServerText>,
          },
          {
            key: 'found',
            header: text('found'),
            cell: ({ found }) => found && <code translate="no">{found}</code>,
          },
        ]}
      />
    </Section>
  );
}
