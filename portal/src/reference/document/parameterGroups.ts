import type { ParameterLocation } from '../model';
import type { Parameter } from './openapi';

/** Parameters of one kind, under a heading of their own. */
export interface ParameterKind {
  id: string;
  location: ParameterLocation;
  title: string;
  /** What the parameters are for, in one line. With it they are folded. */
  summary?: string;
}

/** A kind of parameters that many operations share, by their names. */
type SharedKind = ParameterKind & { names: string[] };

const pagination: SharedKind = {
  id: 'pagination',
  location: 'query',
  title: 'Pagination',
  summary: 'Pages of up to 24 records, or a cursor that reads each record once.',
  names: ['page_size', 'page_number', 'cursor'],
};

const output: SharedKind = {
  id: 'output',
  location: 'query',
  title: 'Output',
  summary: 'Fields, order, language and format of the response.',
  names: ['fields', 'sort', 'locale', 'format', 'delimiter', 'bom', 'resume_after'],
};

/** Filters that most lists have; the filters of one list come first. */
export const commonFilters = ['created_at', 'updated_at', 'deleted_at', 'ids'];

const kinds: Record<Exclude<ParameterLocation, 'query'>, ParameterKind> = {
  path: { id: 'path-parameters', location: 'path', title: 'Path parameters' },
  header: {
    id: 'header-parameters',
    location: 'header',
    title: 'Request headers',
    summary: 'Headers that change how the server responds.',
  },
  cookie: { id: 'cookie-parameters', location: 'cookie', title: 'Cookies' },
};

/** Whether a parameter selects records, or otherwise belongs to one operation. */
export const isFilter = ({ in: location, name }: Parameter) =>
  location === 'query' && !pagination.names.includes(name) && !output.names.includes(name);

type GroupedParameters = ParameterKind & { parameters: Parameter[] };

/** Groups the parameters of an operation: what the operation is for first, what all operations share last. */
export function grouped(parameters: Parameter[]): GroupedParameters[] {
  const at = (location: ParameterLocation) => parameters.filter((parameter) => parameter.in === location);
  const named = (names: string[]) =>
    names.flatMap((name) => at('query').filter((parameter) => parameter.name === name));
  const isList = named(pagination.names).length > 0;
  const own = at('query').filter(isFilter);
  const filters = [
    ...own.filter(({ name }) => !commonFilters.includes(name)),
    ...commonFilters.flatMap((name) => own.filter((parameter) => parameter.name === name)),
  ];
  const groups: GroupedParameters[] = [
    { ...kinds.path, parameters: at('path') },
    {
      id: 'query-parameters',
      location: 'query',
      title: isList ? 'Filters' : 'Query parameters',
      parameters: filters,
    },
    ...[pagination, output].map(({ names, ...kind }) => ({ ...kind, parameters: named(names) })),
    { ...kinds.header, parameters: at('header') },
    { ...kinds.cookie, parameters: at('cookie') },
  ];
  return groups.filter((group) => group.parameters.length > 0);
}
