/** A group in the menu. */
export interface MenuGroup {
  id: string;
  title: string;
  entries: MenuEntry[];
}

/** An object, or an operation with its method and path. */
export interface MenuEntry {
  id: string;
  title: string;
  method?: string;
  path?: string;
  deprecated?: boolean;
}

/** The entries whose title, method, path or group contains every word of the filter, by group. */
export function filtered(groups: MenuGroup[], filter: string): MenuGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups.flatMap((group) => {
    const entries = group.entries.filter(({ id, title, method, path }) => {
      const text = [group.title, id, title, method, path].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
}
