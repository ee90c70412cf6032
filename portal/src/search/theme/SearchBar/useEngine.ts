import useBaseUrl from '@docusaurus/useBaseUrl';
import { useCallback, useEffect, useState } from 'react';
import type { Engine } from '../../engine';

const engines = new Map<string, Engine>();

interface Loading {
  engine?: Engine;
  failure: boolean;
  retry: () => void;
}

/** Loads what the search looks through, once for as long as the site is open. */
export function useEngine(): Loading {
  const address = useBaseUrl('/search.json');
  const [engine, setEngine] = useState(() => engines.get(address));
  const [failure, setFailure] = useState(false);
  const load = useCallback(async () => {
    setFailure(false);
    try {
      const response = await fetch(address);
      if (!response.ok) {
        throw new Error(`${address} answered ${response.status}`);
      }
      const { engineOver } = await import('../../engine');
      const loaded = engineOver(await response.json());
      engines.set(address, loaded);
      setEngine(() => loaded);
    } catch (error) {
      console.warn('The search could not be loaded.', error);
      setFailure(true);
    }
  }, [address]);
  useEffect(() => {
    if (!engines.has(address)) {
      load();
    }
  }, [address, load]);
  return { engine, failure, retry: load };
}
