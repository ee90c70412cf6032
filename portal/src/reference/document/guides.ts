import type { Guide } from '../../../guideMap';
import type { GuideLink, Operation, Reference } from '../model';

/** Adds links to guides to operations and their parameters. */
export function withGuides(reference: Reference, guides: Guide[]): Reference {
  const guidesWith = (isWanted: (name: string) => boolean): GuideLink[] =>
    guides.filter(({ operations = [] }) => operations.some(isWanted)).map(({ label, to }) => ({ label, to }));
  const linkOf = (parameter: string): GuideLink | undefined => {
    const guide = guides.find(({ parameters = [] }) => parameters.includes(parameter));
    return guide && { label: guide.label, to: guide.to };
  };
  const operationOf = (operation: Operation): Operation => ({
    ...operation,
    guides: guidesWith((wanted) => isMeant(operation, wanted)),
    parameters: operation.parameters.map((group) => ({
      ...group,
      parameters: group.parameters.map((field) => {
        const guide = linkOf(field.name);
        return guide ? { ...field, guide } : field;
      }),
    })),
  });
  const groups = reference.groups.map((group) => ({
    ...group,
    operations: group.operations.map(operationOf),
    ...(group.webhooks && {
      webhooks: { ...group.webhooks, guides: guidesWith((wanted) => wanted === 'webhooks') },
    }),
  }));
  return { ...reference, groups };
}

/** Whether an operation is one of those that an entry of the map names. */
export function isMeant({ method, path, parameters }: Operation, wanted: string): boolean {
  const isPaged = parameters.some(({ id }) => id === 'pagination');
  const isDeletions = path.endsWith('/deleted');
  switch (wanted) {
    case 'lists':
      return isPaged && !isDeletions;
    case 'deletions':
      return isDeletions;
    case 'items':
      return method === 'GET' && path.endsWith('/{id}');
    default:
      return `${method} ${path.replace(/^\/api\/v2/, '')}` === wanted;
  }
}
