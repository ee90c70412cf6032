import type { RequestTemplate } from './samples/request';

/** The requests of all operations: data for Try it and for samples with the reader's values. */
export interface Requests {
  operations: Record<string, RequestDescription>;
  /** The first sentence of each description of a parameter, as HTML; many operations share them. */
  texts: string[];
  /** The id of the operation that issues tokens, if there is one. */
  tokenOperation?: string;
  records: RecordLinks;
}

/** The request of an operation. */
export interface RequestDescription {
  title: string;
  template: RequestTemplate;
  groups: FormGroup[];
}

/** Parameters of one kind in the form. */
export interface FormGroup {
  title: string;
  isFolded?: boolean;
  /** The parameters by `keyOf`, each with the index of its text in `Requests.texts`. */
  parameters: [key: string, text: number][];
}

/** The ids of the operations that read a record by its id. */
export interface RecordLinks {
  /** By the path of the list of these records. */
  paths: Record<string, string>;
  /** By the name of a field that contains the id. */
  fields: Record<string, string>;
}

/** The operation that reads the record to which a field of a response refers. */
export function recordOperation(
  { paths, fields }: RecordLinks,
  path: string,
  field: string,
): string | undefined {
  return field === 'id' ? paths[path.replace(/\/\{id\}$/, '')] : fields[field];
}
