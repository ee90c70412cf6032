/** The orders of the list; those of its columns can be chosen there too. */
export const sorts = [
  '-created_at',
  'created_at',
  'name',
  '-name',
  '-last_request_at',
  'last_request_at',
  'expires_at',
  '-expires_at',
] as const;

export const DEFAULT_SORT = '-created_at';
