import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import { plainPath } from './plainPath';

/**
 * Makes the address bar show the plain address of a page, however it was reached. This has to happen before
 * the router reads the address: otherwise the page is first rendered without its content, and search engines
 * are told of an address that ends in `.html`.
 */
if (ExecutionEnvironment.canUseDOM) {
  const { pathname, search, hash } = window.location;
  const plain = plainPath(pathname);
  if (plain !== pathname) {
    window.history.replaceState(window.history.state, '', plain + search + hash);
  }
}
