import text from 'messages:administrators';
import roles from 'messages:roles';
import shared from 'messages:shared';
import statuses from 'messages:statuses';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminKeysQuery, signInMethodsQuery } from '@/api/queries';
import { requestJson } from '@/api/request';
import type { AdminKey } from '@/api/types';
import { notify } from '@/components/announcements';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { strong } from '@/components/Code';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { type Column, DataTable } from '@/components/DataTable';
import { today } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { LastDay, When } from '@/components/When';
import { useCanWrite, useSession } from '@/session/session';
import { isLastAdministratorKey, isUsable } from './adminKeys';
import { NewAdminKeyDialog } from './NewAdminKeyDialog';

export function AdminKeys() {
  const query = useQuery(adminKeysQuery);
  const canWrite = useCanWrite();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<AdminKey>();
  const { administrator } = useSession();
  const facts = factsOf(administrator.id);
  const columns = canWrite ? [...facts, actionsColumn(setRevoked)] : facts;
  return (
    <Section
      title={text('adminKeys')}
      actions={
        canWrite && (
          <Button size="small" onPress={() => setIsCreating(true)}>
            <Icon name="plus" />
            {text('newAdminKey')}
          </Button>
        )
      }
    >
      <QueryView query={query} lines={4}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title={text('noAdminKeys')} />
          ) : (
            <>
              <DataTable
                label={text('adminKeys')}
                zone="UTC"
                columns={columns}
                rows={keys}
                rowKey={({ id }) => id}
              />
              {revoked && (
                <RevokeDialog
                  adminKey={revoked}
                  isOwn={revoked.id === administrator.id}
                  isLast={isLastAdministratorKey(revoked, keys)}
                  onClose={() => setRevoked(undefined)}
                />
              )}
            </>
          )
        }
      </QueryView>
      {isCreating && <NewAdminKeyDialog onClose={() => setIsCreating(false)} />}
    </Section>
  );
}

const factsOf = (ownId: string): Column<AdminKey>[] => [
  {
    key: 'name',
    header: text('name'),
    cell: ({ id, name }) => (
      <>
        {name} {id === ownId && <Badge tone="good">{text('yourKey')}</Badge>}
      </>
    ),
  },
  { key: 'role', header: text('role'), cell: ({ role }) => roles(role) },
  {
    key: 'state',
    header: text('status'),
    onCard: 'title',
    cell: (key) => {
      if (key.revoked_at) return <Badge tone="danger">{statuses('revoked')}</Badge>;
      return isUsable(key, today()) ? (
        <Badge tone="good">{statuses('active')}</Badge>
      ) : (
        <Badge tone="warning">{statuses('expired')}</Badge>
      );
    },
  },
  {
    key: 'expires_at',
    header: shared('lastDay'),
    cell: ({ expires_at }) => <LastDay day={expires_at} />,
  },
  {
    key: 'created_at',
    header: text('created'),
    isWideOnly: true,
    cell: ({ created_at }) => <LastDay day={created_at.slice(0, 10)} />,
  },
  {
    key: 'last_used_at',
    header: text('lastUsed'),
    cell: ({ last_used_at }) => <When at={last_used_at} isRelative />,
  },
];

const actionsColumn = (onRevoke: (key: AdminKey) => void): Column<AdminKey> => ({
  key: 'actions',
  header: shared('actions'),
  isNumeric: true,
  cell: (key) =>
    !key.revoked_at && (
      <Button size="small" onPress={() => onRevoke(key)} aria-label={text('revokeKey', { name: key.name })}>
        {text('revokeEllipsis')}
      </Button>
    ),
});

interface RevokeDialogProps {
  adminKey: AdminKey;
  /** Whether the session was opened with it. */
  isOwn: boolean;
  /** Whether no other active key has the role administrator. */
  isLast: boolean;
  onClose: () => void;
}

function RevokeDialog({ adminKey, isOwn, isLast, onClose }: RevokeDialogProps) {
  const queries = useQueryClient();
  const provider = useQuery(signInMethodsQuery).data?.openid_connect;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => requestJson(`/admin-keys/${adminKey.id}/revoke`, { method: 'POST', body: {} }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['admin-keys'] });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      notify(text('isRevoked', { name: adminKey.name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text('revokeQuestion', { name: adminKey.name })}
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action={text('revokeAdminKey')}
      isPending={isPending}
      error={error}
    >
      {isLast && (
        <Notice tone="danger" title={text('lastActiveKey')}>
          <p>{provider ? text('onlyProviderRemains', { provider: provider.name }) : text('nobodyRemains')}</p>
        </Notice>
      )}
      <ul className="consequences">
        {isOwn && <li>{text('ownKey', { strong })}</li>}
        <li>{text('nobodySignsInAgain')}</li>
        <li>{text('programsStop')}</li>
        <li>{text('clientsDoNotChange')}</li>
      </ul>
    </ConfirmDialog>
  );
}
