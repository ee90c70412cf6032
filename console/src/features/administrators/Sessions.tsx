import actorKinds from 'messages:actorKinds';
import text from 'messages:administrators';
import roles from 'messages:roles';
import shared from 'messages:shared';
import signIn from 'messages:signIn';
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
import { formatList } from '@/components/format';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';

/** Who is signed in, and from where. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const canWrite = useCanWrite();
  const [ended, setEnded] = useState<OpenSession[]>([]);
  const columns = canWrite ? [...facts(), actionsColumn((session) => setEnded([session]))] : facts();
  const others = query.data?.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Section
      title={text('sessions')}
      actions={
        canWrite &&
        others.length > 1 && (
          <Button size="small" onPress={() => setEnded(others)}>
            {text('endAllOthers')}
          </Button>
        )
      }
    >
      <QueryView query={query} lines={4}>
        {(sessions) => (
          <DataTable
            label={text('sessions')}
            zone="local"
            columns={columns}
            rows={sessions}
            rowKey={({ id }) => id}
          />
        )}
      </QueryView>
      {ended.length > 0 && <EndDialog sessions={ended} onClose={() => setEnded([])} />}
    </Section>
  );
}

const facts = (): Column<OpenSession>[] => [
  {
    key: 'name',
    header: roles('administrator'),
    cell: ({ administrator, is_current }) => (
      <>
        {administrator.name} {is_current && <Badge tone="good">{text('thisSession')}</Badge>}
      </>
    ),
  },
  {
    key: 'role',
    header: text('role'),
    cell: ({ administrator }) => roles(administrator.role),
  },
  {
    key: 'method',
    header: text('signedInWith'),
    cell: ({ administrator: { method } }) =>
      method === 'admin-key' ? signIn('adminKey') : actorKinds('openid-connect'),
  },
  { key: 'address', header: text('from'), cell: ({ address }) => address ?? text('unknown') },
  {
    key: 'created_at',
    header: text('signedIn'),
    isWideOnly: true,
    cell: ({ created_at }) => <When at={created_at} />,
  },
  {
    key: 'last_used_at',
    header: text('lastUsed'),
    cell: ({ last_used_at }) => <When at={last_used_at} isRelative />,
  },
  {
    key: 'expires_at',
    header: text('ends'),
    isWideOnly: true,
    cell: ({ expires_at }) => <When at={expires_at} />,
  },
];

const actionsColumn = (onEnd: (session: OpenSession) => void): Column<OpenSession> => ({
  key: 'actions',
  header: shared('actions'),
  isNumeric: true,
  cell: (session) =>
    !session.is_current && (
      <Button
        size="small"
        onPress={() => onEnd(session)}
        aria-label={text('endSessionOf', { name: session.administrator.name })}
      >
        {text('endEllipsis')}
      </Button>
    ),
});

function EndDialog({ sessions, onClose }: { sessions: OpenSession[]; onClose: () => void }) {
  const queries = useQueryClient();
  const names = formatList([...new Set(sessions.map(({ administrator }) => administrator.name))]);
  const isOne = sessions.length === 1;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      for (const { id } of sessions) await send(`/sessions/${id}`, { method: 'DELETE' });
    },
    onSuccess: () => {
      notify(isOne ? text('sessionHasEnded') : text('sessionsHaveEnded'));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <ConfirmDialog
      title={
        isOne
          ? text('endSessionQuestion', { names })
          : text('endSessionsQuestion', { count: sessions.length })
      }
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action={isOne ? text('endSession') : text('endSessions')}
      isPending={isPending}
      error={error}
    >
      <p>{isOne ? text('endsAtOnce') : text('sessionsEndAtOnce', { names })}</p>
      <ul className="consequences">
        {sessions.some(({ administrator }) => administrator.method === 'admin-key') && (
          <li>{text('adminKeyHoldersSignInAgain')}</li>
        )}
        {sessions.some(({ administrator }) => administrator.method === 'openid-connect') && (
          <li>{text('providerUsersSignInAgain')}</li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
