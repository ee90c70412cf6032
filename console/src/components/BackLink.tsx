import { Link } from '@tanstack/react-router';
import { Icon } from './Icon';
import { searchOf } from './lastSearches';

interface BackLinkProps {
  to: '/clients' | '/data' | '/exports' | '/webhooks';
  children: string;
}

/** The link above a title to the list, with the search and the page that the list had. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} search={searchOf(to)} className="above">
      <Icon name="previous" />
      {children}
    </Link>
  );
}
