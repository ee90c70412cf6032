/** A setting of the server, as exported by it. */
export interface Setting {
  name: string;
  flag: string;
  environment: string;
  key: string;
  default?: string | null;
  doc: string;
  /** Whether a running server applies a changed value on SIGHUP. */
  reloadable?: boolean;
  /** Whether only `--help-all` shows it. */
  advanced?: boolean;
  /** The subject of the setting, such as "Database". */
  group?: string;
}

/** Settings with the same subject. */
export interface SettingGroup {
  /** The anchor of its heading. */
  id: string;
  /** Absent if settings have no subjects. */
  title?: string;
  settings: Setting[];
}

/** The settings by subject, in the order of their first settings; one group without a title if they have no subjects. */
export function groupsOf(settings: Setting[]): SettingGroup[] {
  const groups = new Map<string | undefined, Setting[]>();
  for (const setting of settings) groups.set(setting.group, [...(groups.get(setting.group) ?? []), setting]);
  return [...groups].map(([title, own]) => ({
    id: `${(title ?? 'all').toLowerCase().replace(/[^a-z0-9]+/g, '-')}-settings`,
    ...(title && { title }),
    settings: own,
  }));
}
