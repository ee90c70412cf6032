import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { levelNames, levels, statusNames } from '@/components/access';
import { SelectField, TextField } from '@/components/fields';
import { useIsNarrow } from '@/components/useIsNarrow';

const route = getRouteApi('/clients');

/** A search starts after a pause in typing. */
const PAUSE_MS = 250;

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
  const [text, setText] = useState(search.search ?? '');
  const set = (values: Partial<typeof search>) =>
    void navigate({ search: (current) => ({ ...current, ...values, page: undefined }), replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text alone starts a search.
  useEffect(() => {
    if (text === (search.search ?? '')) return;
    const timer = setTimeout(() => set({ search: text || undefined }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => setText(search.search ?? ''), [search.search]);
  return (
    <search className="filters">
      <TextField label="Search name or id" type="search" value={text} onChange={setText} />
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
