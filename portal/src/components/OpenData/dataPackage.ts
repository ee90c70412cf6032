/** What `datapackage.json` of an export contains (Frictionless Data Package, version 1). */
export interface DataPackage {
  /** The name of the platform. */
  title: string;
  description: string;
  created: string;
  resources: PackageFile[];
}

/** A file of a data package. Only files with one resource have a title and a schema. */
export interface PackageFile {
  /** The name of the file. */
  path: string;
  format: string;
  mediatype: string;
  bytes: number;
  /** The algorithm and the digest, such as `sha256:9f86…`. */
  hash: string;
  title?: string;
  description: string;
  /** Missing for Parquet. */
  rows?: number;
  schema?: { fields: Column[] };
}

/** A column of a table. */
export interface Column {
  name: string;
  type: string;
  /** Such as `uuid` for texts. */
  format?: string;
  description: string;
}

/** The files of one resource. */
export interface DataTable {
  /** The title, the number of rows and the columns are those of this file. */
  described: PackageFile;
  files: PackageFile[];
}

/** The URL of a file of the data package. */
export const fileUrl = (origin: string, { path }: Pick<PackageFile, 'path'>) =>
  `${origin}/open-data/${encodeURIComponent(path)}`;

/** The files by resource, in the order of the package. In Parquet files, nested values are texts, and rows are not counted. */
export function tablesOf({ resources }: DataPackage): DataTable[] {
  const described = resources.filter(({ schema }) => schema);
  return [...new Set(described.map(({ title }) => title))].flatMap((title) => {
    const files = described.filter((file) => file.title === title);
    const best = files.find(({ rows }) => rows !== undefined) ?? files[0];
    return best ? [{ described: best, files }] : [];
  });
}
