import text from 'messages:newClient';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { clientsQuery } from '@/api/queries';

/** A search starts after a pause in typing. */
const PAUSE_MS = 300;

/** Says that active clients have a name already, so that nobody revokes the wrong one later. */
export function SameName({ name }: { name: string }) {
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(name), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const { data } = useQuery({ ...clientsQuery({ search: searched }), enabled: searched !== '' });
  const same = data?.clients.filter((client) => client.name === name && client.status !== 'revoked') ?? [];
  if (same.length === 0) return null;
  return (
    <p className="field-description" role="status">
      {text('nameExists')}{' '}
      {same.map(({ id }) => (
        <Link key={id} to="/clients/$clientId" params={{ clientId: id }}>
          {id}
        </Link>
      ))}
    </p>
  );
}
