import { webhooksPath } from '../document/operationPaths';

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

/** An object, the webhooks, or an operation with its method and path. */
export interface MenuEntry {
  id: string;
  title: string;
  page: string;
  method?: string;
  path?: string;
  deprecated?: boolean;
}

/** An entry of the menu that is an operation. */
export type OperationEntry = MenuEntry & Required<Pick<MenuEntry, 'method' | 'path'>>;

/**
 * The entries whose title, method, path or group contains every word of the filter, by group. If no group has them in its title,
 * also the groups whose theme or description contains them: "vote" finds baskets, "people" finds users.
 */
export function filtered(groups: MenuGroup[], filter: string): MenuGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const contains = (...texts: (string | undefined)[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const isTitle = groups.some(({ title }) => contains(title));
  return groups.flatMap((group) => {
    const { theme, title, description } = group;
    if (!isTitle && contains(theme, title, description)) return [group];
    const entries = group.entries.filter((entry) =>
      contains(title, entry.id, entry.title, entry.method, entry.path),
    );
    return entries.length > 0 ? [{ ...group, entries }] : [];
  });
}

/** All operations in the order of the menu, each with its group. */
export function operationsOf(groups: MenuGroup[]): { group: MenuGroup; operation: OperationEntry }[] {
  return groups.flatMap((group) =>
    group.entries
      .filter((entry): entry is OperationEntry => entry.method !== undefined)
      .map((operation) => ({ group, operation })),
  );
}

/** The group and the entry of a page below `/api/`. */
export function entryOf(groups: MenuGroup[], page: string): { group: MenuGroup; entry: MenuEntry } {
  for (const group of groups) {
    const entry = group.entries.find((one) => one.page === page);
    if (entry) return { group, entry };
  }
  throw new Error(`The menu has no page ${page}.`);
}

/** The name of the content of the page of an operation or object, which is also the name of its data. */
export const contentName = ({ id, method, page }: MenuEntry) =>
  page === webhooksPath ? page : `${method ? 'operation' : 'object'}-${id}`;

/**
 * The page to which an anchor of the complete reference leads: of an operation, an object, or a field of one of them.
 * Anchors of fields begin with the id of what they are in. Groups are on the overview.
 */
export function pageOfAnchor(groups: MenuGroup[], anchor: string): string | undefined {
  if (groups.some(({ id }) => id === anchor)) return undefined;
  const owners = groups
    .flatMap(({ entries }) => entries)
    .filter(({ id }) => anchor === id || anchor.startsWith(`${id}-`))
    .sort((one, other) => other.id.length - one.id.length);
  const [owner] = owners;
  return owner && (owner.id === anchor ? owner.page : `${owner.page}#${anchor}`);
}
