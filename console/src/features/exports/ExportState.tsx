import text from 'messages:exports';
import type { Export } from '@/api/types';
import { Badge } from '@/components/Badge';
import { formatDuration } from '@/components/format';
import { useNow } from '@/components/useNow';
import { durationOf } from './exports';

export function ExportState({ entry: { state } }: { entry: Export }) {
  if (state === 'running') return <Badge tone="warning">{text('running')}</Badge>;
  if (state === 'failed') return <Badge tone="danger">{text('failed')}</Badge>;
  return <Badge tone="good">{text('succeeded')}</Badge>;
}

/** How long an export took, or for how long it has been running. */
export function ExportDuration({ entry }: { entry: Export }) {
  return entry.finished_at ? durationOf(entry) : <Elapsed since={entry.started_at} />;
}

function Elapsed({ since }: { since: string }) {
  const now = useNow(1000);
  return text('soFar', { duration: formatDuration(now - Date.parse(since)) });
}
