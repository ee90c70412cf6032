import text from 'messages:clients';
import type { AccessLevels, Client } from '@/api/types';
import { resourceName } from '@/components/resources';
import { namesOf } from '../personalData';
import { ResourceKinds } from '../ResourceChoice';
import { groupResources } from '../resourceGroups';

interface ReadableResourcesProps {
  client: Client;
  levels: AccessLevels;
}

/** The resources that a client may read, with the personal data of each. */
export function ReadableResources({ client, levels }: ReadableResourcesProps) {
  const groups = groupResources(client.resources ?? namesOf(levels));
  return (
    <div className="readable">
      <p className="quiet small">
        {client.resources === null ? text('allWithLaterOnes') : text('theseResources')}
      </p>
      <dl>
        {groups.map((group) => (
          <div key={group.key}>
            <dt>{group.name}</dt>
            <dd>
              {group.resources.map((resource) => (
                <span key={resource} className="readable-resource">
                  {resourceName(resource)}
                  <ResourceKinds levels={levels} access={client.access} resource={resource} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
