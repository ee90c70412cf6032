import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasCode } from '@/api/problem';
import { send } from '@/api/request';
import type { Import } from '@/api/types';
import { notify } from '@/components/announcements';
import { ConfirmDialog } from '@/components/ConfirmDialog';

async function cancelImport(id: string) {
  try {
    await send(`/imports/${id}/cancel`, { method: 'POST' });
  } catch (error) {
    // It has ended meanwhile; the page shows how.
    if (!hasCode(error, 'edit-conflict')) throw error;
  }
}

/** Asks before a running import is cancelled. */
export function CancelDialog({ entry, onClose }: { entry: Import; onClose: () => void }) {
  const queries = useQueryClient();
  const name = entry.dry_run ? 'dry run' : 'import';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => cancelImport(entry.id),
    onSuccess: () => {
      notify(`The ${name} is being cancelled`);
      void queries.invalidateQueries({ queryKey: ['imports'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Cancel this ${name}?`}
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action={`Cancel ${name}`}
      dismissal="Continue"
      isPending={isPending}
      error={error}
    >
      <ul className="consequences">
        <li>It stops within seconds. Nothing is changed, and what it has read is discarded.</li>
        <li>If it has finished meanwhile, its changes remain.</li>
      </ul>
    </ConfirmDialog>
  );
}
