/** A group in the menu. */
export interface MenuGroup {
  id: string;
  title: string;
  /** The theme of the group. */
  theme?: string;
  /** What its records are, as plain text. */
  description: string;
  entries: MenuEntry[];
}

/** An object, or an operation with its page, method and path. */
export interface MenuEntry {
  id: string;
  title: string;
  page?: string;
  method?: string;
  path?: string;
  deprecated?: boolean;
}

/** An entry of the menu that is an operation. */
export type OperationEntry = MenuEntry & Required<Pick<MenuEntry, 'page' | 'method' | 'path'>>;

/** The entries whose title, method, path or group contains every word of the filter, by group. If there are none, the groups whose theme or description contains them: "vote" finds baskets, "people" finds users. */
export function filtered(groups: MenuGroup[], filter: string): MenuGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const contains = (...texts: (string | undefined)[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const matching = groups.flatMap((group) => {
    const entries = group.entries.filter(({ id, title, method, path }) =>
      contains(group.title, id, title, method, path),
    );
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
  if (matching.length > 0) return matching;
  return groups.filter(({ theme, title, description }) => contains(theme, title, description));
}

/** All operations in the order of the menu, each with its group. */
export function operationsOf(groups: MenuGroup[]): { group: MenuGroup; operation: OperationEntry }[] {
  return groups.flatMap((group) =>
    group.entries
      .filter((entry): entry is OperationEntry => entry.page !== undefined)
      .map((operation) => ({ group, operation })),
  );
}
