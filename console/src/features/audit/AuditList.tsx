import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@/api/types';
import { type Column, DataTable } from '@/components/DataTable';
import { formatExact, inWords } from '@/components/format';
import { actorKinds, describeAction, describeValue } from './describe';

const columns: Column<AuditEntry>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <time dateTime={at}>{formatExact(at)}</time> },
  {
    key: 'actor',
    header: 'By',
    cell: ({ actor, address }) => (
      <>
        {actor.name}
        <span className="detail">
          {actorKinds[actor.kind]}
          {address && `, ${address}`}
        </span>
      </>
    ),
  },
  {
    key: 'action',
    header: 'Action',
    cell: ({ action, subject }) => (
      <>
        {describeAction(action)}
        {subject && <Subject subject={subject} />}
      </>
    ),
  },
  { key: 'changes', header: 'Changes', cell: ({ changes }) => <Changes changes={changes} /> },
];

export function AuditList({ entries }: { entries: AuditEntry[] }) {
  return <DataTable label="Audit log" columns={columns} rows={entries} rowKey={({ id }) => String(id)} />;
}

function Subject({ subject: { kind, id, name } }: { subject: NonNullable<AuditEntry['subject']> }) {
  if (kind === 'client' && id) {
    return (
      <span className="detail">
        <Link to="/clients/$clientId" params={{ clientId: id }}>
          {name ?? id}
        </Link>
      </span>
    );
  }
  if (kind === 'export' && id) {
    return (
      <span className="detail">
        <Link to="/exports/$exportId" params={{ exportId: id }}>
          Export {id}
        </Link>
      </span>
    );
  }
  return <span className="detail">{name ?? (id ? `${inWords(kind)} ${id}` : inWords(kind))}</span>;
}

function Changes({ changes }: { changes: AuditEntry['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="audit-changes">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {inWords(field)}
          {(from !== null || to !== null) && (
            <>
              : <del>{describeValue(from)}</del> <span className="visually-hidden">changed to</span>
              <ins>{describeValue(to)}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
