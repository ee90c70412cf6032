import text from 'messages:webhooks';
import type { ReactNode } from 'react';
import type { ResourceName } from '@/api/types';
import { Checkbox } from '@/components/Checkbox';
import { resourceName } from '@/components/resources';
import { groupResources } from '@/features/clients/resourceGroups';
import { actions, haveEvents, typeOf } from './events';

interface EventChoiceProps {
  /** The resources that the client may read. */
  resources: ResourceName[];
  /** Types without wildcards; `null` for all, those of later versions too. */
  value: string[] | null;
  onChange: (value: string[] | null) => void;
  error?: ReactNode;
}

/** The events that a webhook gets: all of them, or some actions of some resources. */
export function EventChoice({ resources, value, onChange, error }: EventChoiceProps) {
  const toggle = (type: string) =>
    onChange(value?.includes(type) ? value.filter((each) => each !== type) : [...(value ?? []), type]);
  return (
    <fieldset className="resources">
      <legend className="legend">{text('events')}</legend>
      <Checkbox isSelected={value === null} onChange={(isAll) => onChange(isAll ? null : [])}>
        {text('allEvents')}
      </Checkbox>
      {value !== null && (
        <div className="event-groups">
          {groupResources(haveEvents(resources)).map((group) => (
            <table key={group.name} className="event-group">
              <caption className="visually-hidden">{group.name}</caption>
              <thead>
                <tr>
                  <th scope="col">{group.name}</th>
                  {actions.map((action) => (
                    <th key={action} scope="col">
                      {text(`heading.${action}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {group.resources.map((resource) => (
                  <tr key={resource}>
                    <th scope="row">{resourceName(resource)}</th>
                    {actions.map((action) => (
                      <td key={action}>
                        <input
                          type="checkbox"
                          aria-label={text('typesOfRecord', {
                            record: resourceName(resource),
                            actions: text(action),
                          })}
                          checked={value.includes(typeOf(resource, action))}
                          onChange={() => toggle(typeOf(resource, action))}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
      )}
      {value !== null && <p className="field-description">{text('eventActions')}</p>}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
