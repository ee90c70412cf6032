import { useState } from 'react';
import type { Export, ExportFile } from '@/api/types';
import { levelNames } from '@/components/access';
import { CopyButton } from '@/components/CopyButton';
import { type Column, DataTable } from '@/components/DataTable';
import { count, formatBytes, formatNumber } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Section } from '@/components/Section';
import { useCanWrite } from '@/session/session';
import { ClientLink } from './ClientLink';
import { type FileGroup, groupFiles, totalSize } from './exports';

/** As many digits of a hash as suffice to compare it at a glance. */
const SHOWN_DIGITS = 12;

const facts: Column<ExportFile>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <code translate="no">{name}</code> },
  {
    key: 'rows',
    header: 'Records',
    isNumeric: true,
    cell: ({ format, rows }) => (format ? formatNumber(rows) : <span className="quiet">–</span>),
  },
  { key: 'size', header: 'Size', isNumeric: true, cell: ({ size }) => formatBytes(size) },
  {
    key: 'sha256',
    header: 'SHA-256',
    cell: ({ name, sha256 }) => (
      <span className="hash">
        <code translate="no" title={sha256}>
          {sha256.slice(0, SHOWN_DIGITS)}…
        </code>
        <CopyButton isIcon variant="ghost" text={sha256} label={`Copy the SHA-256 of ${name}`} />
      </span>
    ),
  },
];

/** A link, because the browser saves files of any size and resumes them. */
const download: Column<ExportFile> = {
  key: 'download',
  header: 'Download',
  onCard: 'title',
  isNumeric: true,
  cell: ({ id, name }) => (
    <a
      className="button button-secondary button-small download"
      href={`/admin/api/export-files/${id}`}
      download={name}
      aria-label={`Download ${name}`}
    >
      <Icon name="download" />
      <span className="download-label">Download</span>
    </a>
  ),
};

/** The files of one format at a time. */
export function ExportFiles({ entry }: { entry: Export }) {
  const canWrite = useCanWrite();
  const groups = groupFiles(entry.files);
  const [key, setKey] = useState<FileGroup['key']>();
  const shown = groups.find((group) => group.key === key) ?? groups[0];
  if (!shown) return null;
  return (
    <Section
      title="Files"
      description={<Readers entry={entry} />}
      actions={groups.length > 1 && <Groups groups={groups} shown={shown} onChange={setKey} />}
    >
      <DataTable
        label={`Files: ${shown.label}`}
        columns={canWrite ? [...facts, download] : facts}
        rows={shown.files}
        rowKey={({ id }) => id}
      />
      <p className="paging quiet small">
        {count(shown.files.length, 'file')}, {formatBytes(totalSize(shown))}
        {canWrite
          ? '. The audit log records each download.'
          : '. Only administrators can download files here.'}
      </p>
    </Section>
  );
}

/** Who may download the files. */
function Readers({ entry: { access, client_id } }: { entry: Export }) {
  const settings = ' and if the settings of shared data have not changed since then';
  if (client_id) {
    return (
      <>
        <ClientLink clientId={client_id} /> finds them at <code translate="no">GET /api/v2/exports</code>, if
        it may read all these resources{settings}.
      </>
    );
  }
  return (
    <>
      Clients with exactly the access level {levelNames[access].toLowerCase()} find them at{' '}
      <code translate="no">GET /api/v2/exports</code>, if they may read all these resources
      {access !== 'full' && settings}.
    </>
  );
}

interface GroupsProps {
  groups: FileGroup[];
  shown: FileGroup;
  onChange: (key: FileGroup['key']) => void;
}

function Groups({ groups, shown, onChange }: GroupsProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Files of the format</legend>
      {groups.map((group) => (
        <label key={group.key} className="segment">
          <input type="radio" name="format" checked={group === shown} onChange={() => onChange(group.key)} />
          {group.label}
        </label>
      ))}
    </fieldset>
  );
}
