import type { ResourceName } from '@/api/types';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { inWords } from '@/components/format';

interface ResourceChoiceProps {
  resources: ResourceName[];
  /** `null`: all resources, those of later versions too. */
  value: ResourceName[] | null;
  onChange: (value: ResourceName[] | null) => void;
  error?: string;
}

export function ResourceChoice({ resources, value, onChange, error }: ResourceChoiceProps) {
  const toggle = (resource: ResourceName, isSelected: boolean) => {
    const selected = new Set(value ?? []);
    if (isSelected) selected.add(resource);
    else selected.delete(resource);
    onChange(resources.filter((each) => selected.has(each)));
  };
  return (
    <fieldset className="resources">
      <legend className="legend">Resources</legend>
      <Checkbox isSelected={value === null} onChange={(isAll) => onChange(isAll ? null : [])}>
        All resources
      </Checkbox>
      {value !== null && (
        <>
          <div className="resource-list">
            {resources.map((resource) => (
              <Checkbox
                key={resource}
                isSelected={value.includes(resource)}
                onChange={(isSelected) => toggle(resource, isSelected)}
              >
                {inWords(resource)}
              </Checkbox>
            ))}
          </div>
          <div className="actions">
            <Button size="small" onPress={() => onChange([...resources])}>
              Select each
            </Button>
            <Button size="small" onPress={() => onChange([])}>
              Select none
            </Button>
          </div>
        </>
      )}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
