import text from 'messages:importStates';
import type { Import } from '@/api/types';
import { Badge, type BadgeTone } from '@/components/Badge';

const tones: Record<Import['state'], BadgeTone> = {
  running: 'warning',
  cancelled: 'quiet',
  failed: 'danger',
  succeeded: 'good',
};

/** The state of an import with its mode: `Dry run succeeded`. */
export const importStateName = ({ dry_run, state }: Import) =>
  text(`${dry_run ? 'dryRun' : 'import'}.${state}`);

/** The state of an import with its mode. A dry run that succeeded has done nothing yet. */
export function ImportState({ entry }: { entry: Import }) {
  const tone = entry.dry_run && entry.state === 'succeeded' ? 'quiet' : tones[entry.state];
  return <Badge tone={tone}>{importStateName(entry)}</Badge>;
}
