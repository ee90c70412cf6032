import navigation from 'messages:navigation';
import text from 'messages:people';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '@/api/request';
import type { FoundPeople, Person } from '@/api/types';
import { announce, notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { TextField } from '@/components/fields';
import { Page } from '@/components/Page';
import { Empty, Section } from '@/components/Section';
import type { Erased } from './EraseDialog';
import { PersonCard } from './PersonCard';
import { Receipt } from './Receipt';
import './people.css';

/** The server returns at most as many people. */
const MAXIMUM = 50;

export function PeoplePage() {
  const [search, setSearch] = useState('');
  const [erased, setErased] = useState<Erased>();
  // The search is a request with a body and a state of this page: it is in no URL, no history and no storage.
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: (searched: string) =>
      requestJson<FoundPeople>('/people/find', { method: 'POST', body: { text: searched } }),
    gcTime: 0,
    onSuccess: ({ people }) => announce(text('foundPeople', { count: people.length })),
  });
  const find = () => {
    setErased(undefined);
    mutate(search.trim());
  };
  const finish = (done: Erased) => {
    setErased(done);
    notify(text('personIsErased'));
  };
  const people = data?.people.filter(({ id }) => id !== erased?.person.id);
  return (
    <Page title={navigation('people')} description={text('description')}>
      <Section title={text('findPerson')}>
        <form
          className="find"
          onSubmit={(event) => {
            event.preventDefault();
            if (search.trim()) find();
          }}
        >
          <TextField
            label={text('searchField')}
            value={search}
            onChange={setSearch}
            description={text('searchDescription')}
            isRequired
            spellCheck={false}
          />
          <Button type="submit" variant="primary" isPending={isPending}>
            {text('find')}
          </Button>
        </form>
      </Section>
      {error && <ErrorNotice error={error} onRetry={find} isRetrying={isPending} />}
      {erased && <Receipt key={erased.at} erased={erased} />}
      {people && (people.length > 0 || !erased) && <Results people={people} onErased={finish} />}
    </Page>
  );
}

function Results({ people, onErased }: { people: Person[]; onErased: (erased: Erased) => void }) {
  if (people.length === 0) {
    return (
      <Empty title={text('nobodyFound')}>
        <p>{text('checkSpelling')}</p>
      </Empty>
    );
  }
  return (
    <>
      {people.length >= MAXIMUM && <p className="quiet">{text('onlyFirstShown', { count: MAXIMUM })}</p>}
      {people.map((person) => (
        <PersonCard key={person.id} person={person} onErased={onErased} />
      ))}
    </>
  );
}
