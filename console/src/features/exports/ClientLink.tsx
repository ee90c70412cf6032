import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clientQuery } from '@/api/queries';

/** The name of a client, with a link to it. Its id is shown until the name is known. */
export function ClientLink({ clientId }: { clientId: string }) {
  const { data } = useQuery(clientQuery(clientId));
  return (
    <Link to="/clients/$clientId" params={{ clientId }}>
      {data?.name ?? clientId}
    </Link>
  );
}
