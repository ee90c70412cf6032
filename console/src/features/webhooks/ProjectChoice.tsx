import text from 'messages:webhooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type NamedRecord, namedRecordsQuery } from '@/api/publicQueries';
import { publishableClientsQuery } from '@/api/queries';
import { Checkbox } from '@/components/Checkbox';
import { TextArea } from '@/components/fields';
import { useReachableApiUrl } from '@/features/clients/apiUrl';

/** The public projects by title, if some publishable key may list them. The admin API has no titles. */
export function usePublicProjects(): NamedRecord[] {
  const server = useReachableApiUrl();
  const clients = useQuery(publishableClientsQuery).data;
  const client = clients?.find(({ resources }) => resources?.includes('projects') ?? true);
  const key = client?.publishable_key ?? '';
  return useQuery({ ...namedRecordsQuery(server, 'projects', key), enabled: key !== '' }).data ?? [];
}

interface ProjectChoiceProps {
  /** Ids, as entered; `null` for all projects. */
  value: string[] | null;
  onChange: (value: string[] | null) => void;
  error?: ReactNode;
}

/** The projects whose events a webhook gets: by title if it is known, otherwise by id. */
export function ProjectChoice({ value, onChange, error }: ProjectChoiceProps) {
  const projects = usePublicProjects();
  const isListed = (id: string) => projects.some((project) => project.id === id);
  const others = value?.filter((id) => !isListed(id)) ?? [];
  return (
    <fieldset className="resources">
      <legend className="legend">{text('projects')}</legend>
      <Checkbox isSelected={value === null} onChange={(isAll) => onChange(isAll ? null : [])}>
        {text('allProjects')}
      </Checkbox>
      {value !== null && (
        <>
          <div className="project-list">
            {projects.map(({ id, title }) => (
              <Checkbox
                key={id}
                isSelected={value.includes(id)}
                onChange={(isSelected) =>
                  onChange(isSelected ? [...value, id] : value.filter((each) => each !== id))
                }
              >
                {title}
              </Checkbox>
            ))}
          </div>
          <TextArea
            label={projects.length > 0 ? text('otherProjectsById') : text('projectsById')}
            rows={2}
            value={others.join('\n')}
            onChange={(text) => onChange([...value.filter(isListed), ...text.split('\n')])}
            description={text('projectIdsDescription')}
            error={error}
          />
        </>
      )}
    </fieldset>
  );
}
