import type { Operation, Reference } from '../model';
import type { FormGroup, RecordLinks, Requests } from '../requests';
import { firstSentence } from './markdown';

/** The requests of all operations, for the browser. */
export function requestsOf({ groups, tokenOperation }: Reference, records: RecordLinks): Requests {
  const texts = new Map<string, number>();
  const indexOf = (text: string) => {
    const index = texts.get(text) ?? texts.size;
    texts.set(text, index);
    return index;
  };
  const formGroups = ({ parameters }: Operation): FormGroup[] =>
    parameters
      .filter(({ location }) => location !== 'cookie')
      .map(({ title, location, summary, parameters: fields }) => ({
        title,
        ...(summary !== undefined && { isFolded: true }),
        parameters: fields.map(({ name, description }) => [
          `${location} ${name}`,
          indexOf(firstSentence(description)),
        ]),
      }));
  const operations = groups.flatMap((group) => group.operations);
  return {
    operations: Object.fromEntries(
      operations.map((operation) => [
        operation.id,
        { title: operation.title, template: operation.request, groups: formGroups(operation) },
      ]),
    ),
    texts: [...texts.keys()],
    ...(tokenOperation && { tokenOperation }),
    records,
  };
}
