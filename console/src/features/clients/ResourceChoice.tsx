import text from 'messages:clients';
import personalData from 'messages:personalData';
import type { AccessLevel, AccessLevels, ResourceName } from '@/api/types';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { resourceName } from '@/components/resources';
import { ServerText } from '@/components/ServerText';
import { PersonalDataIcon } from './PersonalDataMarks';
import { kindsOf, namesOf } from './personalData';
import { groupBy } from './resourceGroups';

interface ResourceChoiceProps {
  levels: AccessLevels;
  /** The level of the client, which decides what personal data the resources have. */
  access: AccessLevel;
  /** `null`: all resources, those of later versions too. */
  value: ResourceName[] | null;
  onChange: (value: ResourceName[] | null) => void;
  error?: string;
}

/** The resources that a client may read, in groups, with the personal data that its level reads of each. */
export function ResourceChoice({ levels, access, value, onChange, error }: ResourceChoiceProps) {
  const names = namesOf(levels);
  const toggle = (resource: ResourceName, isSelected: boolean) => {
    const selected = new Set(value ?? []);
    if (isSelected) selected.add(resource);
    else selected.delete(resource);
    onChange(names.filter((each) => selected.has(each)));
  };
  return (
    <fieldset className="resources">
      <legend className="legend">{text('resources')}</legend>
      <Checkbox isSelected={value === null} onChange={(isAll) => onChange(isAll ? null : [])}>
        {text('allResources')}
      </Checkbox>
      {value !== null && (
        <>
          {groupBy(levels.resources, ({ name }) => name).map((group) => (
            <fieldset key={group.key} className="resource-group">
              <legend>
                <strong>{group.name}</strong>
              </legend>
              <div className="resource-list">
                {group.resources.map(({ name, description }) => (
                  <Checkbox
                    key={name}
                    isSelected={value.includes(name)}
                    onChange={(isSelected) => toggle(name, isSelected)}
                  >
                    <span className="resource-choice">
                      {resourceName(name)}
                      <ResourceKinds levels={levels} access={access} resource={name} />
                    </span>
                    <span className="resource-description">
                      <ServerText>{description}</ServerText>
                    </span>
                  </Checkbox>
                ))}
              </div>
            </fieldset>
          ))}
          <div className="actions">
            <Button size="small" onPress={() => onChange(names)}>
              {text('selectAll')}
            </Button>
            <Button size="small" onPress={() => onChange([])}>
              {text('selectNone')}
            </Button>
          </div>
        </>
      )}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

interface ResourceKindsProps {
  levels: AccessLevels;
  access: AccessLevel;
  resource: ResourceName;
}

/** The marks of the personal data that a level reads of a resource. */
export function ResourceKinds({ levels, access, resource }: ResourceKindsProps) {
  const kinds = kindsOf(levels, resource, access);
  if (kinds.length === 0) return null;
  return (
    <span className="resource-kinds">
      {kinds.map((kind) => (
        <span key={kind} role="img" aria-label={personalData(kind)} title={personalData(kind)}>
          <PersonalDataIcon kind={kind} />
        </span>
      ))}
    </span>
  );
}
