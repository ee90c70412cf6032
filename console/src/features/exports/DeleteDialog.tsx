import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hasCode } from '@/api/problem';
import { send } from '@/api/request';
import type { Export } from '@/api/types';
import { levelNames } from '@/components/access';
import { notify } from '@/components/announcements';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { count, formatBytes, formatTimestamp } from '@/components/format';
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
      notify(isRunning ? 'The export is stopped and deleted' : 'The export is deleted');
    },
  });
  return (
    <ConfirmDialog
      title={isRunning ? 'Stop and delete this export?' : 'Delete this export?'}
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      action={isRunning ? 'Stop and delete' : 'Delete export'}
      isPending={isPending}
      error={error}
    >
      <p>
        {levelNames[entry.access]} export of {formatTimestamp(entry.started_at)}
      </p>
      <ul className="consequences">
        <Consequences entry={entry} />
      </ul>
    </ConfirmDialog>
  );
}

function Consequences({ entry }: { entry: Export }) {
  const again = entry.is_scheduled && entry.state !== 'failed' && (
    <li>The daily schedule does not make it again until the next day.</li>
  );
  switch (entry.state) {
    case 'running':
      return (
        <>
          <li>The server stops the export and deletes the files that it has written.</li>
          {again}
        </>
      );
    case 'failed':
      return <li>It has no files. Only its entry in the list is deleted; the audit log does not change.</li>;
    default:
      return (
        <>
          <li>
            <strong>
              {count(entry.files.length, 'file')} with {formatBytes(totalSize(entry))} are deleted.
            </strong>{' '}
            This cannot be undone.
          </li>
          <li>Clients can no longer download it. Files that they have downloaded are not affected.</li>
          {again}
        </>
      );
  }
}
