import Loading from '@theme/Loading';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

interface OnDemandProps<Module> {
  /** Imports the module; it must be the same function in every render. */
  load: () => Promise<Module>;
  /** Renders what was loaded. */
  children: (module: Module) => ReactNode;
  /** Renders the frame of the spinner and of the error. */
  frame?: (loading: ReactNode) => ReactNode;
}

interface State<Module> {
  module?: Module;
  error?: unknown;
}

/** After so many failures, Retry reloads the page: a new release may have replaced the file. */
const maximumFailures = 2;

/**
 * Loads a module when it is first rendered: shows a spinner while it loads, and an error with a Retry button if loading
 * fails. `lazy` of React would not load it again after a failure.
 */
export default function OnDemand<Module>({ load, children, frame }: OnDemandProps<Module>) {
  const [{ module, error }, setState] = useState<State<Module>>({});
  const failures = useRef(0);

  const start = useCallback(() => {
    setState({});
    load().then(
      (loaded) => setState({ module: loaded }),
      (reason) => {
        failures.current += 1;
        console.warn(reason);
        setState({ error: reason });
      },
    );
  }, [load]);
  useEffect(start, [start]);

  if (module) return children(module);
  const retry = () => (failures.current < maximumFailures ? start() : window.location.reload());
  const loading = (
    <Loading error={error as Error} retry={retry} isLoading={!error} pastDelay={!error} timedOut={false} />
  );
  return frame ? frame(loading) : loading;
}
