import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';

/** The path of the current page below `/api/`. */
export function useReferencePage(): string {
  const { pathname } = useLocation();
  return pathname.slice(useBaseUrl('/api/').length).replace(/\/$/, '');
}
