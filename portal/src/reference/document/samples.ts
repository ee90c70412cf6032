import type { RequestTemplate } from '../samples/request';
import type { Parameter, Schema } from './openapi';
import { isFilter } from './parameterGroups';
import type { Resolver } from './schemas';

/**
 * The optional query parameter that samples of an operation show: an enumeration, otherwise one that states several
 * forms of its values, such as a range of dates, otherwise an id.
 */
export function shownFilter(parameters: Parameter[], resolver: Resolver): Parameter | undefined {
  const optional = parameters.filter(
    (parameter) => isFilter(parameter) && !parameter.required && parameter.name !== 'ids',
  );
  const schemaOf = (parameter: Parameter) => {
    const schema = resolver.flatten(parameter.schema ?? {});
    return schema.items ? resolver.flatten(schema.items) : schema;
  };
  return (
    optional.find((parameter) => schemaOf(parameter).enum) ??
    optional.find(({ examples = {} }) => Object.keys(examples).length > 1) ??
    optional.find((parameter) => schemaOf(parameter).format === 'uuid')
  );
}

/** The paths of the fields of a JSON body that come from a file: one encoded as Base64, and a name beside it. */
export function fileOf(
  schema: Schema,
  resolver: Resolver,
  depth = 3,
): Pick<NonNullable<RequestTemplate['body']>, 'file'> | undefined {
  const { properties = {} } = resolver.flatten(schema);
  // The limit ends recursion in schemas that refer to themselves.
  if (depth === 0) return undefined;
  for (const [field, value] of Object.entries(properties)) {
    if (resolver.flatten(value).contentEncoding === 'base64') {
      return { file: { content: [field], ...('name' in properties && { name: ['name'] }) } };
    }
    const inner = fileOf(value, resolver, depth - 1)?.file;
    if (inner) {
      const below = (path: string[]) => [field, ...path];
      return { file: { content: below(inner.content), ...(inner.name && { name: below(inner.name) }) } };
    }
  }
  return undefined;
}
