import type { NewClient } from '@/api/types';
import { levels } from '@/components/access';
import { inWords } from '@/components/format';
import { Notice } from '@/components/Notice';
import { originsOf } from '../origins';

/** What the client can no longer read, or what it can read in addition, after the change. */
export function Narrowing({ before, after }: { before: NewClient; after: NewClient }) {
  const difference = levels.indexOf(after.access) - levels.indexOf(before.access);
  const removed =
    after.resources && (before.resources?.filter((resource) => !after.resources?.includes(resource)) ?? []);
  const lost = before.origins?.filter((origin) => !originsOf(after.origins ?? []).includes(origin)) ?? [];
  const isRestricted = before.resources === null && after.resources !== null;
  if (difference === 0 && !removed?.length && !isRestricted && lost.length === 0) return null;
  return (
    <Notice
      tone={difference > 0 ? 'warning' : 'info'}
      title={before.origins ? 'What changes for the websites' : 'What changes for the program'}
    >
      <ul className="consequences">
        {difference < 0 && (
          <li>Values that the lower level withholds become null; some lists become shorter.</li>
        )}
        {difference > 0 && <li>It can read more about people than before.</li>}
        {isRestricted && <li>Every resource that is not selected gets status 403.</li>}
        {removed && removed.length > 0 && <li>These get status 403: {removed.map(inWords).join(', ')}.</li>}
        {lost.length > 0 && <li>These websites show their fallback content: {lost.join(', ')}.</li>}
        <li>
          The change takes effect within a second
          {before.origins ? ', in shared caches within a minute.' : ', for tokens that it already has too.'}
        </li>
      </ul>
    </Notice>
  );
}
