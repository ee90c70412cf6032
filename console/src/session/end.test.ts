import { expect, test } from 'vitest';
import { endOf } from './end';

const used = Date.parse('2026-11-22T14:00:00Z');
const at = (time: number) => new Date(time).toISOString().slice(11, 19);

test.each([
  // The server may not have stored the last minute of use, or the last tenth of a short timeout.
  [1800, null, '14:28:00', '14:29:00', true],
  [20, null, '14:00:08', '14:00:18', true],
  [1800, '2026-11-22T14:10:00Z', '14:09:00', '14:10:00', false],
])(
  'a session with a timeout of %s s that expires at %s',
  (idle_timeout_seconds, expires_at, warned, ended, can) => {
    const end = endOf({ idle_timeout_seconds, expires_at }, used);
    expect([at(end.warningAt), at(end.at), end.isExtendable]).toEqual([warned, ended, can]);
  },
);
