import type { Setting } from '@/api/types';

/** The settings whose name, description or value contains each word. */
export function filterSettings(settings: Setting[], text: string): Setting[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ name, description, value }) => {
    const content = `${name} ${description} ${value ?? ''}`.toLowerCase();
    return words.every((word) => content.includes(word));
  });
}

/** Settings by group, in the order in which the groups first appear. */
export function groupSettings(settings: Setting[]): { group: string; entries: Setting[] }[] {
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) {
    const entries = groups.get(setting.group);
    if (entries) entries.push(setting);
    else groups.set(setting.group, [setting]);
  }
  return [...groups].map(([group, entries]) => ({ group, entries }));
}
