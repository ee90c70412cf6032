import text from 'messages:audit';
import { getRouteApi } from '@tanstack/react-router';
import { SelectField, TextField } from '@/components/fields';
import { PausedTextField } from '@/components/PausedTextField';
import { actionName } from './describe';

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
        label={text('by')}
        type="search"
        value={search.actor ?? ''}
        onChange={(actor) => set({ actor })}
        placeholder={text('nameOrId')}
      />
      <SelectField
        label={text('action')}
        value={search.action ?? ''}
        onChange={(action) => set({ action })}
        options={[
          { value: '', label: text('any') },
          ...known.map((value) => ({ value, label: actionName(value) })),
        ]}
      />
      <PausedTextField
        label={text('about')}
        type="search"
        placeholder={text('idOfSubject')}
        value={search.subject_id ?? ''}
        onChange={(subject_id) => set({ subject_id })}
      />
      <TextField
        label={text('from')}
        type="date"
        value={search.from ?? ''}
        onChange={(from) => set({ from })}
      />
      <TextField
        label={text('until')}
        type="date"
        value={search.until ?? ''}
        onChange={(until) => set({ until })}
      />
    </search>
  );
}
