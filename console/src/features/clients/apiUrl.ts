import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '@/api/queries';
import type { Setting } from '@/api/types';
import { useSession } from '@/session/session';

/**
 * The URL of the public API: the setting `public-url`; without it the console's own origin, unless the console has a
 * listener of its own; then the URL of the platform.
 */
export function apiUrlOf(settings: Setting[], origin: string, platformUrl?: string): string {
  const settingOf = (name: string) => settings.find((setting) => setting.name === name)?.value;
  const url = settingOf('public-url') ?? (settingOf('admin-listen') ? (platformUrl ?? origin) : origin);
  return url.replace(/\/$/, '');
}

export function useApiUrl(): string {
  const { platform } = useSession();
  const { data: settings } = useQuery(settingsQuery);
  return apiUrlOf(settings ?? [], location.origin, platform?.url);
}

/** Where the console itself reaches the public API: at its own origin, unless it has a listener of its own. */
export function useReachableApiUrl(): string {
  const url = useApiUrl();
  const { data: settings } = useQuery(settingsQuery);
  return settings?.find(({ name }) => name === 'admin-listen')?.value ? url : location.origin;
}
