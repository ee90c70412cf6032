import text from 'messages:data';
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
  const kind = entry.dry_run ? 'dryRun' : 'import';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => cancelImport(entry.id),
    onSuccess: () => {
      notify(text(`${kind}.cancelling`));
      void queries.invalidateQueries({ queryKey: ['imports'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text(`${kind}.cancelQuestion`)}
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action={text(`${kind}.cancel`)}
      dismissal={text('continue')}
      isPending={isPending}
      error={error}
    >
      <ul className="consequences">
        <li>{text('stopsWithinSeconds')}</li>
        <li>{text('changesRemain')}</li>
      </ul>
    </ConfirmDialog>
  );
}
