import text from 'messages:exports';
import levels from 'messages:levels';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hasCode } from '@/api/problem';
import { send } from '@/api/request';
import type { Export } from '@/api/types';
import { notify } from '@/components/announcements';
import { strong } from '@/components/Code';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { formatBytes, formatTimestamp } from '@/components/format';
import { totalSize } from './exports';

async function deleteExport(id: string) {
  try {
    await send(`/exports/${id}`, { method: 'DELETE' });
  } catch (error) {
    // Deleted already: by somebody else, or by a request whose response was lost.
    if (!hasCode(error, 'record-not-found')) throw error;
  }
}

/** Asks before an export is deleted, and returns to the list. */
export function DeleteDialog({ entry, onClose }: { entry: Export; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isRunning = entry.state === 'running';
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteExport(entry.id),
    onSuccess: async () => {
      await navigate({ to: '/exports' });
      queries.removeQueries({ queryKey: ['export', entry.id] });
      void queries.invalidateQueries({ queryKey: ['exports'] });
      notify(isRunning ? text('stoppedAndDeleted') : text('exportIsDeleted'));
    },
  });
  return (
    <ConfirmDialog
      title={isRunning ? text('stopAndDeleteQuestion') : text('deleteQuestion')}
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action={isRunning ? text('stopAndDelete') : text('deleteExport')}
      isPending={isPending}
      error={error}
    >
      <p>{text('exportOf', { level: levels(entry.access), time: formatTimestamp(entry.started_at) })}</p>
      <ul className="consequences">
        <Consequences entry={entry} />
      </ul>
    </ConfirmDialog>
  );
}

function Consequences({ entry }: { entry: Export }) {
  const again = entry.is_scheduled && entry.state !== 'failed' && <li>{text('notAgainUntilNextDay')}</li>;
  switch (entry.state) {
    case 'running':
      return (
        <>
          <li>{text('serverStopsExport')}</li>
          {again}
        </>
      );
    case 'failed':
      return <li>{text('failedHasNoFiles')}</li>;
    default:
      return (
        <>
          <li>
            {text('filesAreDeleted', {
              count: entry.files.length,
              size: formatBytes(totalSize(entry)),
              strong,
            })}
          </li>
          <li>{text('clientsCannotDownload')}</li>
          {again}
        </>
      );
  }
}
