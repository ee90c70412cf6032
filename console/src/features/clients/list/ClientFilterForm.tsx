import text from 'messages:clients';
import levelNames from 'messages:levels';
import shared from 'messages:shared';
import statusNames from 'messages:statuses';
import { getRouteApi } from '@tanstack/react-router';
import { levels, statusTones } from '@/components/access';
import { SelectField } from '@/components/fields';
import { PausedTextField } from '@/components/PausedTextField';
import { DEFAULT_SORT, sorts } from './sorts';

const route = getRouteApi('/clients');

export function ClientFilterForm() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (values: Partial<typeof search>) =>
    void navigate({ search: (current) => ({ ...current, ...values, page: undefined }), replace: true });
  const any = { value: '', label: text('any') };
  const statuses = Object.keys(statusTones) as (keyof typeof statusTones)[];
  return (
    <div className="filters">
      <PausedTextField
        label={text('searchClients')}
        type="search"
        value={search.search ?? ''}
        onChange={(entered) => set({ search: entered || undefined })}
      />
      <SelectField
        label={text('status')}
        value={search.status ?? ''}
        onChange={(status) => set({ status })}
        options={[any, ...statuses.map((value) => ({ value, label: statusNames(value) }))]}
      />
      <SelectField
        label={shared('accessLevel')}
        value={search.access ?? ''}
        onChange={(access) => set({ access })}
        options={[any, ...levels.map((value) => ({ value, label: levelNames(value) }))]}
      />
      <SelectField
        label={text('order')}
        value={search.sort ?? DEFAULT_SORT}
        onChange={(sort) => set({ sort })}
        options={sorts.map((value) => ({ value, label: text(`sort_${value}`) }))}
      />
    </div>
  );
}
