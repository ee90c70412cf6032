import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminKeysQuery } from '@/api/queries';
import { requestJson } from '@/api/request';
import type { AdminKey } from '@/api/types';
import { notify } from '@/components/announcements';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { type Column, DataTable } from '@/components/DataTable';
import { formatDay, today } from '@/components/format';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { NewAdminKeyDialog } from './NewAdminKeyDialog';

export function AdminKeys() {
  const query = useQuery(adminKeysQuery);
  const canWrite = useCanWrite();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<AdminKey>();
  const columns = canWrite ? [...facts, actionsColumn(setRevoked)] : facts;
  return (
    <Section
      title="Admin keys"
      actions={
        canWrite && (
          <Button size="small" onPress={() => setIsCreating(true)}>
            <Icon name="plus" />
            New admin key
          </Button>
        )
      }
    >
      <QueryView query={query} lines={4}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title="No admin keys" />
          ) : (
            <DataTable label="Admin keys" columns={columns} rows={keys} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
      {isCreating && <NewAdminKeyDialog onClose={() => setIsCreating(false)} />}
      {revoked && <RevokeDialog adminKey={revoked} onClose={() => setRevoked(undefined)} />}
    </Section>
  );
}

const facts: Column<AdminKey>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name },
  { key: 'role', header: 'Role', cell: ({ role }) => (role === 'auditor' ? 'Auditor' : 'Administrator') },
  {
    key: 'state',
    header: 'Status',
    onCard: 'title',
    cell: ({ revoked_at, expires_at }) => {
      if (revoked_at) return <Badge tone="danger">Revoked</Badge>;
      if (expires_at && expires_at < today()) return <Badge tone="warning">Expired</Badge>;
      return <Badge tone="good">Active</Badge>;
    },
  },
  {
    key: 'expires_at',
    header: 'Expires',
    cell: ({ expires_at }) => (expires_at ? formatDay(expires_at) : <span className="quiet">Never</span>),
  },
  { key: 'created_at', header: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: ({ last_used_at }) => <When at={last_used_at} isRelative />,
  },
];

const actionsColumn = (onRevoke: (key: AdminKey) => void): Column<AdminKey> => ({
  key: 'actions',
  header: 'Actions',
  isNumeric: true,
  cell: (key) =>
    !key.revoked_at && (
      <Button size="small" onPress={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
        Revoke…
      </Button>
    ),
});

function RevokeDialog({ adminKey, onClose }: { adminKey: AdminKey; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => requestJson(`/admin-keys/${adminKey.id}/revoke`, { method: 'POST', body: {} }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['admin-keys'] });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      notify(`${adminKey.name} is revoked`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke the admin key ${adminKey.name}?`}
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action="Revoke admin key"
      isPending={isPending}
      error={error}
    >
      <ul className="consequences">
        <li>Nobody can sign in with it again, and its sessions end at once.</li>
        <li>Programs that use it for the admin API stop working.</li>
        <li>Clients and what they may read do not change.</li>
      </ul>
    </ConfirmDialog>
  );
}
