import actorKinds from 'messages:actorKinds';
import text from 'messages:audit';
import auditEntries from 'messages:auditEntries';
import auditFields from 'messages:auditFields';
import navigation from 'messages:navigation';
import resources from 'messages:resources';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '@/api/types';
import { type Column, DataTable } from '@/components/DataTable';
import { When } from '@/components/When';
import { changesOf, type DescribedChange, messageOf, wordsOf } from './describe';

const columns = (): Column<AuditEntry>[] => [
  { key: 'at', header: text('time'), cell: ({ at }) => <When at={at} /> },
  {
    key: 'action',
    header: text('entry'),
    cell: (entry) => (
      <>
        <Sentence entry={entry} />
        <span className="detail">
          {actorKinds(entry.actor.kind)}
          {entry.address && `, ${entry.address}`}
        </span>
      </>
    ),
  },
  {
    key: 'changes',
    header: text('changes'),
    cell: ({ changes }) => {
      const described = changesOf(changes);
      return described.length > 0 && <Changes changes={described} />;
    },
  },
];

export function AuditList({ entries }: { entries: AuditEntry[] }) {
  return (
    <DataTable
      label={navigation('audit')}
      zone="local"
      columns={columns()}
      rows={entries}
      rowKey={({ id }) => String(id)}
    />
  );
}

/** Who did what, and to what. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const who = () => <strong>{entry.actor.name}</strong>;
  const what = () => <Subject entry={entry} />;
  const message = messageOf(entry);
  if (auditEntries.has(message)) return auditEntries(message, { who, what });
  return (
    <>
      {who()} <span lang="en">{wordsOf(message)}</span> {what()}
    </>
  );
}

/** As many characters of an id as suffice to compare it at a glance. */
const short = (id: string) => (id.length > 12 ? `${id.slice(0, 8)}…` : id);

/** The subject of an entry, with a link to its page, or to its other entries. Who signed in is in the sentence already. */
function Subject({ entry: { subject, actor } }: { entry: AuditEntry }): ReactNode {
  if (!subject?.id) return null;
  const { kind, id, name } = subject;
  switch (kind) {
    case 'client':
      return (
        <Link to="/clients/$clientId" params={{ clientId: id }}>
          {name ?? id}
        </Link>
      );
    case 'export':
      return (
        <Link to="/exports/$exportId" params={{ exportId: id }} title={id}>
          {short(id)}
        </Link>
      );
    case 'import':
      return (
        <Link to="/data/imports/$importId" params={{ importId: id }} title={id}>
          {short(id)}
        </Link>
      );
    case 'session':
      return name === actor.name ? null : name;
    default:
      return (
        <Link to="/audit" search={{ subject_id: id }} title={id}>
          {name ?? short(id)}
        </Link>
      );
  }
}

function Changes({ changes }: { changes: DescribedChange[] }) {
  return (
    <ul className="audit-changes">
      {changes.map(({ field, label, from, to }) => (
        <li key={field}>
          <span lang={auditFields.has(field) || resources.has(field) ? undefined : 'en'}>{label}</span>
          {(from ?? to) !== undefined && ': '}
          {from !== undefined && <del>{from}</del>}{' '}
          {from !== undefined && to !== undefined && (
            <span className="visually-hidden">{text('changedTo')}</span>
          )}
          {to !== undefined && <ins>{to}</ins>}
        </li>
      ))}
    </ul>
  );
}
