import type { Operation, Overview, OverviewOperation, Reference, Task } from '../model';
import { firstSentence } from './markdown';
import { commonFilters } from './parameterGroups';

/** A task of the configuration, with the method and the path of its operation. */
export interface TaskOption {
  title: string;
  text: string;
  operation: string;
}

/**
 * The data of the overview.
 * @throws if a task names an unknown operation
 */
export function overviewOf(reference: Reference, tasks: TaskOption[] = []): Overview {
  const { version, description, server, links } = reference;
  const groups = reference.groups.map(({ webhooks, ...group }) => ({
    ...group,
    ...(webhooks && { webhooks: { id: webhooks.id, title: webhooks.title, page: webhooks.page } }),
    objects: group.objects.map(({ id, title, page }) => ({ id, title, page })),
    operations: group.operations.map((operation) => summaryOf(operation, group.description)),
  }));
  const operations = groups.flatMap((group) => group.operations);
  const taskOf = ({ operation: wanted, ...task }: TaskOption): Task => {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === wanted);
    if (!operation) throw new Error(`The task "${task.title}" names an unknown operation: ${wanted}.`);
    return { ...task, operation };
  };
  return { version, description, server, links, tasks: tasks.map(taskOf), groups };
}

function summaryOf(operation: Operation, groupDescription: string): OverviewOperation {
  const { id, page, method, path, title, deprecated, scopes, description } = operation;
  return {
    id,
    page,
    method,
    path,
    title,
    ...(deprecated && { deprecated }),
    ...(scopes && { scopes }),
    sentence: sentenceOf(description, groupDescription),
    filters: filtersOf(operation),
  };
}

/** The first sentence of a description, unless it repeats what the group is. */
function sentenceOf(description: string, groupDescription: string): string {
  const sentence = firstSentence(description);
  return sentence === groupDescription ? '' : sentence;
}

function filtersOf({ parameters }: Operation): string[] {
  const isList = parameters.some(({ id }) => id === 'pagination');
  const filters = parameters.find(({ id }) => isList && id === 'query-parameters')?.parameters ?? [];
  return filters.map(({ name }) => name).filter((name) => !commonFilters.includes(name));
}
