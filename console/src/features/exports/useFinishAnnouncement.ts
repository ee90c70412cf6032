import text from 'messages:exports';
import { useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useRef } from 'react';
import type { Export } from '@/api/types';
import { notify } from '@/components/announcements';
import { ServerText } from '@/components/ServerText';

/** Reports when an export that was running has ended, and has the other pages read exports again. */
export function useFinishAnnouncement(exports: Export[] | undefined) {
  const running = useRef(new Set<string>());
  const queries = useQueryClient();
  useEffect(() => {
    if (!exports) return;
    const ended = exports.find(({ id, state }) => state !== 'running' && running.current.has(id));
    running.current = new Set(exports.filter(({ state }) => state === 'running').map(({ id }) => id));
    if (!ended) return;
    notify(
      ended.state === 'failed'
        ? text('exportFailedBecause', { reason: () => createElement(ServerText, null, ended.reason) })
        : text('exportSucceeded'),
    );
    for (const key of ['exports', 'export']) void queries.invalidateQueries({ queryKey: [key] });
  }, [exports, queries]);
}
