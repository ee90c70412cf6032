import { getRouteApi } from '@tanstack/react-router';
import { levelNames, levels, statusNames } from '@/components/access';
import { SelectField } from '@/components/fields';
import { PausedTextField } from '@/components/PausedTextField';
import { useIsNarrow } from '@/components/useIsNarrow';

const route = getRouteApi('/clients');

const any = { value: '', label: 'Any' };
const statuses = [any, ...Object.entries(statusNames).map(([value, label]) => ({ value, label }))];
const accesses = [any, ...levels.map((value) => ({ value, label: levelNames[value] }))];
const sorts = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'name', label: 'Name' },
  { value: '-last_request_at', label: 'Last request' },
  { value: 'expires_at', label: 'Expiry' },
];

export function ClientFilterForm() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useIsNarrow();
  const set = (values: Partial<typeof search>) =>
    void navigate({ search: (current) => ({ ...current, ...values, page: undefined }), replace: true });
  return (
    <search className="filters">
      <PausedTextField
        label="Search name or id"
        type="search"
        value={search.search ?? ''}
        onChange={(text) => set({ search: text || undefined })}
      />
      <SelectField
        label="Status"
        value={search.status ?? ''}
        onChange={(status) => set({ status })}
        options={statuses}
      />
      <SelectField
        label="May read"
        value={search.access ?? ''}
        onChange={(access) => set({ access })}
        options={accesses}
      />
      {isNarrow && (
        <SelectField
          label="Order"
          value={search.sort ?? '-created_at'}
          onChange={(sort) => set({ sort })}
          options={sorts}
        />
      )}
    </search>
  );
}
