import { getRouteApi } from '@tanstack/react-router';
import { SelectField, TextField } from '@/components/fields';
import { PausedTextField } from '@/components/PausedTextField';
import { describeAction } from './describe';

const route = getRouteApi('/audit');

export function AuditFilterForm({ actions }: { actions: string[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (values: Partial<typeof search>) =>
    void navigate({ search: (current) => ({ ...current, ...values, page: undefined }), replace: true });
  const known = search.action && !actions.includes(search.action) ? [...actions, search.action] : actions;
  return (
    <search className="filters">
      <PausedTextField
        label="By"
        type="search"
        value={search.actor ?? ''}
        onChange={(actor) => set({ actor })}
        placeholder="Name or id"
      />
      <SelectField
        label="Action"
        value={search.action ?? ''}
        onChange={(action) => set({ action })}
        options={[
          { value: '', label: 'Any' },
          ...known.map((value) => ({ value, label: describeAction(value) })),
        ]}
      />
      <PausedTextField
        label="Id of the subject"
        type="search"
        value={search.subject_id ?? ''}
        onChange={(subject_id) => set({ subject_id })}
      />
      <TextField label="From" type="date" value={search.from ?? ''} onChange={(from) => set({ from })} />
      <TextField label="Until" type="date" value={search.until ?? ''} onChange={(until) => set({ until })} />
    </search>
  );
}
