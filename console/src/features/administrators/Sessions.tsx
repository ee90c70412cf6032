import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionsQuery } from '@/api/queries';
import { send } from '@/api/request';
import type { OpenSession } from '@/api/types';
import { notify } from '@/components/announcements';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { type Column, DataTable } from '@/components/DataTable';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';

/** Who is signed in, and from where. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const canWrite = useCanWrite();
  const [ended, setEnded] = useState<OpenSession>();
  const columns = canWrite ? [...facts, actionsColumn(setEnded)] : facts;
  return (
    <Section title="Sessions">
      <QueryView query={query} lines={4}>
        {(sessions) => (
          <DataTable label="Sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />
        )}
      </QueryView>
      {ended && <EndDialog session={ended} onClose={() => setEnded(undefined)} />}
    </Section>
  );
}

const facts: Column<OpenSession>[] = [
  {
    key: 'name',
    header: 'Administrator',
    cell: ({ administrator, is_current }) => (
      <>
        {administrator.name} {is_current && <Badge tone="good">This session</Badge>}
      </>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ administrator }) => (administrator.role === 'auditor' ? 'Auditor' : 'Administrator'),
  },
  { key: 'address', header: 'From', cell: ({ address }) => address ?? 'Unknown' },
  { key: 'created_at', header: 'Signed in', cell: ({ created_at }) => <When at={created_at} /> },
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: ({ last_used_at }) => <When at={last_used_at} isRelative />,
  },
  { key: 'expires_at', header: 'Expires', cell: ({ expires_at }) => <When at={expires_at} /> },
];

const actionsColumn = (onEnd: (session: OpenSession) => void): Column<OpenSession> => ({
  key: 'actions',
  header: 'Actions',
  isNumeric: true,
  cell: (session) =>
    !session.is_current && (
      <Button
        size="small"
        onPress={() => onEnd(session)}
        aria-label={`End the session of ${session.administrator.name}`}
      >
        End…
      </Button>
    ),
});

function EndDialog({ session, onClose }: { session: OpenSession; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(`/sessions/${session.id}`, { method: 'DELETE' }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      notify('The session has ended');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`End the session of ${session.administrator.name}?`}
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action="End session"
      isPending={isPending}
      error={error}
    >
      <p>
        It ends at once. {session.administrator.name} can sign in again; to prevent that, revoke the admin
        key.
      </p>
    </ConfirmDialog>
  );
}
