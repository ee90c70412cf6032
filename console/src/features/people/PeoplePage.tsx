import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '@/api/request';
import type { FoundPeople, Person } from '@/api/types';
import { announce } from '@/components/announcements';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { TextField } from '@/components/fields';
import { count } from '@/components/format';
import { Page } from '@/components/Page';
import { Empty, Section } from '@/components/Section';
import { PersonCard } from './PersonCard';
import './people.css';

/** The server returns at most as many people. */
const MAXIMUM = 50;

export function PeoplePage() {
  const [text, setText] = useState('');
  // The search is a request with a body and a state of this page: it is in no URL, no history and no storage.
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: (search: string) =>
      requestJson<FoundPeople>('/people/find', { method: 'POST', body: { text: search } }),
    gcTime: 0,
    onSuccess: ({ people }) => announce(count(people.length, 'person', 'people')),
  });
  const find = () => mutate(text.trim());
  return (
    <Page
      title="People"
      description="Requests of people about their own data: find what concerns a person, export it, or erase it."
    >
      <Section title="Find a person">
        <form
          className="find"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) find();
          }}
        >
          <TextField
            label="E-mail address, name or id"
            value={text}
            onChange={setText}
            description="The text is not stored and does not appear in the URL. The audit log records that you searched, not for whom."
            isRequired
            spellCheck={false}
          />
          <Button type="submit" variant="primary" isPending={isPending}>
            Find
          </Button>
        </form>
      </Section>
      {error && <ErrorNotice error={error} onRetry={find} isRetrying={isPending} />}
      {data && <Results people={data.people} onErased={find} />}
    </Page>
  );
}

function Results({ people, onErased }: { people: Person[]; onErased: () => void }) {
  if (people.length === 0) {
    return (
      <Empty title="Nobody found">
        <p>Check the spelling, or search for the complete e-mail address.</p>
      </Empty>
    );
  }
  return (
    <>
      {people.length >= MAXIMUM && (
        <p className="quiet">
          Only the first {MAXIMUM} people are shown. Enter more of the name or the address.
        </p>
      )}
      {people.map((person) => (
        <PersonCard key={person.id} person={person} onErased={onErased} />
      ))}
    </>
  );
}
