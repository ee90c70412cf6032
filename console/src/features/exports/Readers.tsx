import text from 'messages:exports';
import levels from 'messages:levels';
import type { AccessLevel } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';

/** Who will be able to download an export of a level. */
export function Readers({ access }: { access: AccessLevel }) {
  return (
    <div className="export-readers">
      <h3>{text('whoCanDownload')}</h3>
      <AccessMark access={access} />
      <p>{text('readers', { level: levels(access).toLowerCase() })}</p>
      <p className="quiet small">{access === 'full' ? text('containsEverything') : text('canBeCompared')}</p>
    </div>
  );
}
