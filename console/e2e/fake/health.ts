import type * as api from '../../src/api/types';
import { at, uuid } from './data';

const passed = (check: string, found: string): api.HealthCheck => ({
  check,
  state: 'ok',
  found,
  remedy: null,
});

/** What the checks of a server find that is nearly in order. */
export const createHealth = (): api.Health => ({
  checks: [
    passed('settings', 'all 41 settings are known'),
    passed('folder', 'the data folder is readable for its user only'),
    passed('clock', 'right to the second'),
    passed('database', 'schema 31, no damage'),
    {
      check: 'keys',
      state: 'warning',
      found: 'signing keys are stored unencrypted in the database',
      remedy: 'set `keys-secret`, then run `folkmoot signing-keys rotate`',
    },
    passed('public-api', 'on'),
    passed('clients', '57 clients can sign in'),
    passed('imports', 'none was interrupted'),
    passed('exports', 'the last one succeeded on 2026-11-22T02:34:11Z'),
    {
      check: 'backups',
      state: 'problem',
      found: 'the newest backup is 61 hours old',
      remedy: 'check that a server runs, and search its log for backups that failed',
    },
  ],
  checked_at: '2026-11-22T14:05:00.000Z',
  newest_export: { id: uuid(9601), is_failed: false, ended_at: at(0.2), reason: null },
});
