import text from 'messages:exports';
import levels from 'messages:levels';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { clientQuery, clientsQuery } from '@/api/queries';
import type { AccessLevel, Client, ClientPage } from '@/api/types';
import { TextField } from '@/components/fields';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { Empty } from '@/components/Section';
import './exports.css';

/** A search starts after a pause in typing. */
const PAUSE_MS = 250;

interface ChoiceProps {
  value: string | null;
  onChange: (clientId: string) => void;
  /** Only clients of this level are found. */
  access?: AccessLevel;
  /** Why a client cannot be chosen. */
  refusal?: (client: Client) => string | null;
}

interface ClientChoiceProps extends ChoiceProps {
  description: string;
  error?: ReactNode;
}

/** An active client, found by its name. */
export function ClientChoice({ description, error, ...choice }: ClientChoiceProps) {
  const { value, access } = choice;
  const [entered, setEntered] = useState('');
  const search = usePaused(entered);
  const filters = { status: 'active', access, sort: 'name' };
  const query = useQuery(clientsQuery({ ...filters, search: search.trim() || undefined }));
  const chosen = useQuery({ ...clientQuery(value ?? ''), enabled: value !== null }).data;
  return (
    <div className="client-choice">
      <TextField
        label={text('client')}
        type="search"
        value={entered}
        onChange={setEntered}
        placeholder={text('searchNameOrId')}
        description={description}
        error={error}
      />
      {chosen && (
        <p className="client-chosen">
          <Icon name="check" />
          <span className="visually-hidden">{text('chosen')}</span>
          {chosen.name}
        </p>
      )}
      <QueryView query={query} lines={3}>
        {(page) =>
          page.clients.length === 0 && !chosen ? (
            <Nobody isSearch={search.trim() !== ''} access={access} />
          ) : (
            <Choices {...choice} page={page} chosen={chosen} />
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

interface ChoicesProps extends ChoiceProps {
  page: ClientPage;
  chosen?: Client;
}

/** The clients that were found. The chosen one remains in the list. */
function Choices({ page: { clients, meta }, chosen, ...choice }: ChoicesProps) {
  const { value, onChange, access, refusal } = choice;
  const name = useId();
  const shown = chosen && !clients.some(({ id }) => id === chosen.id) ? [chosen, ...clients] : clients;
  return (
    <fieldset className="client-options">
      <legend className="visually-hidden">{text('foundClients')}</legend>
      <div className="client-options-list">
        {shown.map((client) => (
          <label key={client.id} className="client-option">
            <input
              type="radio"
              name={name}
              checked={client.id === value}
              onChange={() => onChange(client.id)}
              disabled={Boolean(refusal?.(client))}
            />
            <span>
              <span className="client-option-name">{client.name}</span>
              <span className="quiet small">
                {refusal?.(client) ??
                  (client.resources === null
                    ? text('allResources')
                    : text('resourceCount', { count: client.resources.length }))}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p className="quiet small" role="status">
        {meta.total > clients.length
          ? text('someClients', { shown: clients.length, count: meta.total })
          : access
            ? text('clientsOfLevel', { count: meta.total, level: levels(access).toLowerCase() })
            : text('clients', { count: meta.total })}
      </p>
    </fieldset>
  );
}

function Nobody({ isSearch, access }: { isSearch: boolean; access?: AccessLevel }) {
  if (isSearch) return <Empty title={access ? text('noClientOfLevelMatches') : text('noClientMatches')} />;
  return (
    <Empty
      title={
        access
          ? text('noClientHasLevel', { level: levels(access).toLowerCase() })
          : text('noActiveClientsYet')
      }
    >
      <Link to="/clients/new">{text('createClient')}</Link>
    </Empty>
  );
}
