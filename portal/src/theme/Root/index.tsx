import { useHistory, useLocation } from '@docusaurus/router';
import { type ReactNode, useEffect } from 'react';
import { plainPath } from './plainPath';

/** Surrounds every page: the address bar shows the plain address of a page however it was reached. */
export default function Root({ children }: { children: ReactNode }) {
  const history = useHistory();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const plain = plainPath(pathname);
    if (plain !== pathname) {
      history.replace({ pathname: plain, search, hash });
    }
  }, [history, pathname, search, hash]);
  return children;
}
