import { useCallback, useState } from 'react';
import OnDemand from '../../loading/OnDemand';
import Disclosure from '../../reference/content/Disclosure';
import CopyableUrls from '../CopyableUrls';
import InlineCode from '../InlineCode';
import { DataSection } from '../ServerData';
import Table from '../Table';
import { formatBytes, formatRows } from './amounts';
import { type Column, type DataTable, fileUrl, type PackageFile } from './dataPackage';
import { readFirstRows } from './firstRows';
import styles from './styles.module.css';

const formats: Record<string, string> = { csv: 'CSV', ndjson: 'NDJSON', parquet: 'Parquet' };

/** One table: its files, its columns, and its first rows. */
export default function TableSection({ table: { described, files } }: { table: DataTable }) {
  const { title = '', description, rows, schema } = described;
  const urlOf = (file: PackageFile) => fileUrl(window.location.origin, file);
  const csv = files.find(({ format }) => format === 'csv');
  return (
    <DataSection title={title} note={rows === undefined ? rows : formatRows(rows)} text={description}>
      <CopyableUrls
        urls={Object.fromEntries(
          files.map((file) => [`${formats[file.format]}, ${formatBytes(file.bytes)}`, urlOf(file)]),
        )}
      />
      <Columns columns={schema?.fields ?? []} />
      {csv && rows !== 0 && <Preview title={title} url={urlOf(csv)} />}
    </DataSection>
  );
}

function Columns({ columns }: { columns: Column[] }) {
  return (
    <Disclosure summary={`${columns.length} columns`}>
      <Table>
        <tbody>
          {columns.map(({ name, type, format, description }) => (
            <tr key={name}>
              <th scope="row">
                <code translate="no">{name}</code>
              </th>
              <td data-column="Type">{format ?? type}</td>
              <td data-column="Meaning">
                <InlineCode>{description}</InlineCode>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  );
}

/** The first rows of a file, which are loaded when a reader opens them. */
function Preview({ title, url }: { title: string; url: string }) {
  const [isOpen, setOpen] = useState(false);
  const load = useCallback(() => readFirstRows(url), [url]);
  return (
    <div onToggle={({ target }) => setOpen((target as HTMLDetailsElement).open)}>
      <Disclosure summary="First rows">
        {isOpen && <OnDemand load={load}>{(rows) => <Rows title={title} rows={rows} />}</OnDemand>}
      </Disclosure>
    </div>
  );
}

function Rows({ title, rows: [names = [], ...rows] }: { title: string; rows: string[][] }) {
  if (rows.length === 0) return <p>The first row is too long to be shown.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
    <section className={styles.rows} aria-label={`First rows of ${title}`} tabIndex={0}>
      <table>
        <thead translate="no">
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {names.map((name, position) => (
                <td key={name}>
                  <div>{row[position]}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
