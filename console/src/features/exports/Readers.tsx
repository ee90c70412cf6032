import type { AccessLevel } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { levelNames } from '@/components/access';

/** What follows from an access level for those who can download an export of it. */
const consequences: Partial<Record<AccessLevel, string>> = {
  public:
    'If you make such exports regularly, somebody can compare them: what differs shows what happened in between.',
  anonymous:
    'If you make such exports regularly, somebody can compare them: what differs shows what happened in between.',
  full: 'The files contain names, e-mail addresses and everything else that people entered. Deleting the export does not delete copies that were downloaded.',
};

/** Who will be able to download an export of a level. */
export function Readers({ access }: { access: AccessLevel }) {
  return (
    <div className="export-readers">
      <h3>Who can download it</h3>
      <AccessMark access={access} />
      <p>
        Every active client with exactly the access level {levelNames[access].toLowerCase()}, if it may read
        all resources of the export; and administrators.
      </p>
      <p className="quiet small">{consequences[access]}</p>
    </div>
  );
}
