import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { clientQuery, clientsQuery } from '@/api/queries';
import type { Client, ClientPage } from '@/api/types';
import { TextField } from '@/components/fields';
import { count } from '@/components/format';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { Empty } from '@/components/Section';

/** A search starts after a pause in typing. */
const PAUSE_MS = 250;

interface ClientChoiceProps {
  value: string | null;
  onChange: (clientId: string) => void;
  error?: string;
}

/** The client that an export is for, found by its name. Only active clients with pseudonyms can have one. */
export function ClientChoice({ value, onChange, error }: ClientChoiceProps) {
  const [text, setText] = useState('');
  const search = usePaused(text);
  const filters = { status: 'active', access: 'pseudonymous', sort: 'name' };
  const query = useQuery(clientsQuery({ ...filters, search: search.trim() || undefined }));
  const chosen = useQuery({ ...clientQuery(value ?? ''), enabled: value !== null }).data;
  return (
    <div className="client-choice">
      <TextField
        label="Client"
        type="search"
        value={text}
        onChange={setText}
        placeholder="Search name or id"
        description="The export contains the pseudonyms of this client and the resources that it may read. No other client can download it."
        error={error}
      />
      {chosen && (
        <p className="client-chosen">
          <Icon name="check" />
          <span className="visually-hidden">Chosen:</span>
          {chosen.name}
        </p>
      )}
      <QueryView query={query} lines={3}>
        {(page) =>
          page.clients.length === 0 && !chosen ? (
            <Nobody isSearch={search.trim() !== ''} />
          ) : (
            <Choices page={page} value={value} chosen={chosen} onChange={onChange} />
          )
        }
      </QueryView>
    </div>
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setPaused, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

interface ChoicesProps {
  page: ClientPage;
  value: string | null;
  chosen?: Client;
  onChange: (clientId: string) => void;
}

/** The clients that were found. The chosen one remains in the list. */
function Choices({ page: { clients, meta }, value, chosen, onChange }: ChoicesProps) {
  const name = useId();
  const shown = chosen && !clients.some(({ id }) => id === chosen.id) ? [chosen, ...clients] : clients;
  return (
    <fieldset className="client-options">
      <legend className="visually-hidden">Clients that were found</legend>
      <div className="client-options-list">
        {shown.map((client) => (
          <label key={client.id} className="client-option">
            <input
              type="radio"
              name={name}
              checked={client.id === value}
              onChange={() => onChange(client.id)}
            />
            <span>
              <span className="client-option-name">{client.name}</span>
              <span className="quiet small">
                {client.resources === null ? 'All resources' : count(client.resources.length, 'resource')}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p className="quiet small" role="status">
        {meta.total > clients.length
          ? `${clients.length} of ${count(meta.total, 'client')}. Search to find the others.`
          : `${count(meta.total, 'client')} with the level pseudonymous`}
      </p>
    </fieldset>
  );
}

function Nobody({ isSearch }: { isSearch: boolean }) {
  if (isSearch) return <Empty title="No active client of this level matches" />;
  return (
    <Empty title="No active client has the level pseudonymous">
      <Link to="/clients/new">Create a client</Link>
    </Empty>
  );
}
