import type { AdminKey, Day } from '@/api/types';
import { today } from '@/components/format';

/** Whether somebody can sign in with a key on a day. */
export const isUsable = ({ revoked_at, expires_at }: AdminKey, day: Day): boolean =>
  !revoked_at && !(expires_at && expires_at < day);

/** Whether a key is the only one with which an administrator can sign in. */
export const isLastAdministratorKey = (key: AdminKey, keys: AdminKey[], day = today()): boolean =>
  key.role === 'administrator' &&
  isUsable(key, day) &&
  !keys.some((other) => other.id !== key.id && other.role === 'administrator' && isUsable(other, day));
