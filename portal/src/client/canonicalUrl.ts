import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import { canonicalPath } from './canonicalPath';

/**
 * Replaces the URL in the address bar with the page's canonical one, whichever URL was requested. This must happen
 * before the router reads the URL: otherwise the page first renders without content, and `link rel=canonical` ends in
 * `.html`.
 */
if (ExecutionEnvironment.canUseDOM) {
  const { pathname, search, hash } = window.location;
  const canonical = canonicalPath(pathname);
  if (canonical !== pathname) {
    window.history.replaceState(window.history.state, '', canonical + search + hash);
  }
}
