import text from 'messages:clients';
import levelPurposes from 'messages:levelPurposes';
import levelNames from 'messages:levels';
import personalData from 'messages:personalData';
import type { NewClient } from '@/api/types';
import { Checkbox } from '@/components/Checkbox';
import { strong } from '@/components/Code';
import { formatList } from '@/components/format';
import { Notice } from '@/components/Notice';
import { resourceNames } from '../resourceGroups';
import { type AccessChange, isEmpty } from './accessChange';

interface AccessChangeNoticeProps {
  change: AccessChange;
  after: NewClient;
  /** Whether the administrator confirmed the personal data that become readable; `undefined` if it gains none. */
  isConfirmed?: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}

/** What the client can read in addition after the change, and what it can read no longer. */
export function AccessChangeNotice({ change, after, isConfirmed, onConfirm }: AccessChangeNoticeProps) {
  const { difference, added, removed, lostOrigins, gainedKinds, lostKinds } = change;
  if (isEmpty(change)) return null;
  const namesOfKinds = formatList(gainedKinds.map(({ kind }) => personalData(kind)));
  return (
    <Notice
      tone={isConfirmed === undefined ? 'info' : 'warning'}
      title={after.origins ? text('whatChangesForWebsites') : text('whatChangesForProgram')}
    >
      <ul className="consequences">
        {difference !== 0 && (
          <li>
            {`${levelNames(after.access)}: ${levelPurposes(after.access)}`}{' '}
            {difference < 0 && text('lowerLevelWithholds')}
          </li>
        )}
        {added.length > 0 && <li>{text('readsInAddition', { resources: resourceNames(added) })}</li>}
        {gainedKinds.map(({ kind, resources }) => (
          <li key={kind}>
            {text('kindBecomesReadable', {
              kind: personalData(kind),
              resources: resourceNames(resources),
              strong,
            })}
          </li>
        ))}
        {removed.length > 0 && <li>{text('getStatus403', { resources: resourceNames(removed) })}</li>}
        {lostKinds.map(({ kind, resources }) => (
          <li key={kind}>
            {text('kindIsNoLongerReadable', {
              kind: personalData(kind),
              resources: resourceNames(resources),
              strong,
            })}
          </li>
        ))}
        {change.losesLater && <li>{text('laterResourcesGetStatus403')}</li>}
        {lostOrigins.length > 0 && (
          <li>{text('websitesShowFallback', { websites: formatList(lostOrigins) })}</li>
        )}
        <li>{after.origins ? text('effectOnCaches') : text('effectOnTokens')}</li>
      </ul>
      {isConfirmed !== undefined && (
        <Checkbox isSelected={isConfirmed} onChange={onConfirm}>
          {text('confirmPersonalData', { kinds: namesOfKinds })}
        </Checkbox>
      )}
    </Notice>
  );
}
