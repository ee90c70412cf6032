import type { Group, Operation, Reference } from '../model';
import type { MenuGroup } from '../page/menuGroups';
import { plainText } from './markdown';

/** The entries of the menu, which all pages of the reference share. */
export function menuOf({ groups }: Reference): MenuGroup[] {
  return groups.map(({ id, title, theme, description, objects, operations, webhooks }) => ({
    id,
    title,
    ...(theme !== undefined && { theme }),
    description: plainText(description),
    entries: [
      ...(webhooks ? [{ id: webhooks.id, title: webhooks.title, page: webhooks.page }] : []),
      ...objects.map(({ id: object, title: name, page }) => ({
        id: object,
        title: `The ${name} object`,
        page,
      })),
      ...operations.map((operation) => ({
        id: operation.id,
        title: operation.title,
        page: operation.page,
        method: operation.method,
        path: operation.path,
        ...(operation.deprecated && { deprecated: true }),
      })),
    ],
  }));
}

/** The data of the single page, which does not show example bodies of errors. */
export function withoutErrorExamples(reference: Reference): Reference {
  const operationOf = (operation: Operation): Operation => ({
    ...operation,
    errors: operation.errors.map(({ examples: _, ...error }) => error),
  });
  const groupOf = (group: Group): Group => ({ ...group, operations: group.operations.map(operationOf) });
  return { ...reference, groups: reference.groups.map(groupOf) };
}
