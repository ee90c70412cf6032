import text from 'messages:exports';
import levels from 'messages:levels';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { save } from '@/api/download';
import { send } from '@/api/request';
import type { Export, ExportFile } from '@/api/types';
import { notify } from '@/components/announcements';
import { code } from '@/components/Code';
import { CopyButton } from '@/components/CopyButton';
import { type Column, DataTable } from '@/components/DataTable';
import { ErrorDetail } from '@/components/ErrorNotice';
import { formatBytes, formatNumber } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Section } from '@/components/Section';
import { useCanWrite } from '@/session/session';
import { ClientLink } from './ClientLink';
import { type FileGroup, groupFiles, totalSize } from './exports';

/** As many digits of a hash as suffice to compare it at a glance. */
const SHOWN_DIGITS = 12;

const facts = (): Column<ExportFile>[] => [
  { key: 'name', header: text('name'), cell: ({ name }) => <code translate="no">{name}</code> },
  {
    key: 'rows',
    header: text('records'),
    isNumeric: true,
    cell: ({ format, rows }) => (format ? formatNumber(rows) : <span className="quiet">–</span>),
  },
  { key: 'size', header: text('size'), isNumeric: true, cell: ({ size }) => formatBytes(size) },
  {
    key: 'sha256',
    header: text('sha256'),
    cell: ({ name, sha256 }) => (
      <span className="hash">
        <code translate="no" title={sha256}>
          {sha256.slice(0, SHOWN_DIGITS)}…
        </code>
        <CopyButton isIcon variant="ghost" text={sha256} label={text('copyHashOf', { name })} />
      </span>
    ),
  },
];

/** Checks the session first: an error of the download itself would appear in the list of downloads only. */
async function download(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  const { href, download } = event.currentTarget;
  try {
    await send('/session');
    save(href, download);
  } catch (error) {
    notify(text('notDownloaded', { reason: () => <ErrorDetail error={error} /> }));
  }
}

/** A link, because the browser saves files of any size and resumes them. */
const downloadColumn = (): Column<ExportFile> => ({
  key: 'download',
  header: text('download'),
  onCard: 'title',
  isNumeric: true,
  cell: ({ id, name }) => (
    <DownloadLink path={`/export-files/${id}`} name={name} label={text('downloadFile', { name })}>
      <span className="download-label">{text('download')}</span>
    </DownloadLink>
  ),
});

interface DownloadLinkProps {
  /** The path below `/admin/api`. */
  path: string;
  /** The name of the file; the server's if empty. */
  name: string;
  /** For screen readers, in place of the text. */
  label?: string;
  children: ReactNode;
}

function DownloadLink({ path, name, label, children }: DownloadLinkProps) {
  return (
    <a
      className="button button-secondary button-small download"
      href={`/admin/api${path}`}
      download={name}
      onClick={(event) => void download(event)}
      aria-label={label}
    >
      <Icon name="download" />
      {children}
    </a>
  );
}

/** The files of one format at a time. */
export function ExportFiles({ entry }: { entry: Export }) {
  const canWrite = useCanWrite();
  const groups = groupFiles(entry.files);
  const [key, setKey] = useState<FileGroup['key']>();
  const shown = groups.find((group) => group.key === key) ?? groups[0];
  if (!shown) return null;
  const total = { count: shown.files.length, size: formatBytes(totalSize(shown)) };
  return (
    <Section
      title={text('files')}
      description={<Readers entry={entry} />}
      actions={groups.length > 1 && <Groups groups={groups} shown={shown} onChange={setKey} />}
    >
      <DataTable
        label={text('filesOf', { format: shown.label })}
        columns={canWrite ? [...facts(), downloadColumn()] : facts()}
        rows={shown.files}
        rowKey={({ id }) => id}
      />
      {canWrite && (
        <p className="paging">
          <DownloadLink path={`/exports/${entry.id}/archive`} name="">
            {text('downloadAll')}
          </DownloadLink>
        </p>
      )}
      <p className="paging quiet small">
        {canWrite ? text('filesRecorded', total) : text('filesForAdministrators', total)}
      </p>
    </Section>
  );
}

/** Who may download the files. */
function Readers({ entry: { access, client_id } }: { entry: Export }) {
  if (client_id) return text('clientFinds', { client: () => <ClientLink clientId={client_id} />, code });
  const level = levels(access).toLowerCase();
  return access === 'full'
    ? text('clientsFind', { level, code })
    : text('clientsFindUnchanged', { level, code });
}

interface GroupsProps {
  groups: FileGroup[];
  shown: FileGroup;
  onChange: (key: FileGroup['key']) => void;
}

function Groups({ groups, shown, onChange }: GroupsProps) {
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{text('filesOfFormat')}</legend>
      {groups.map((group) => (
        <label key={group.key} className="segment">
          <input type="radio" name="format" checked={group === shown} onChange={() => onChange(group.key)} />
          {group.label}
        </label>
      ))}
    </fieldset>
  );
}
