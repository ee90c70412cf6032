import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SelectField, TextField } from '@/components/fields';
import { describeAction } from './describe';

const route = getRouteApi('/audit');
const PAUSE_MS = 300;

export function AuditFilterForm({ actions }: { actions: string[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [actor, setActor] = useState(search.actor ?? '');
  const [subject, setSubject] = useState(search.subject_id ?? '');
  const set = (values: Partial<typeof search>) =>
    void navigate({ search: (current) => ({ ...current, ...values, page: undefined }), replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed starts a search after a pause.
  useEffect(() => {
    if (actor === (search.actor ?? '') && subject === (search.subject_id ?? '')) return;
    const timer = setTimeout(
      () => set({ actor: actor || undefined, subject_id: subject || undefined }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [actor, subject]);
  useEffect(() => {
    setActor(search.actor ?? '');
    setSubject(search.subject_id ?? '');
  }, [search.actor, search.subject_id]);
  const known = search.action && !actions.includes(search.action) ? [...actions, search.action] : actions;
  return (
    <search className="filters">
      <TextField label="By" type="search" value={actor} onChange={setActor} placeholder="Name or id" />
      <SelectField
        label="Action"
        value={search.action ?? ''}
        onChange={(action) => set({ action })}
        options={[
          { value: '', label: 'Any' },
          ...known.map((value) => ({ value, label: describeAction(value) })),
        ]}
      />
      <TextField label="Id of the subject" type="search" value={subject} onChange={setSubject} />
      <TextField label="From" type="date" value={search.from ?? ''} onChange={(from) => set({ from })} />
      <TextField label="Until" type="date" value={search.until ?? ''} onChange={(until) => set({ until })} />
    </search>
  );
}
