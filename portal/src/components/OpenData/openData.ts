import { readServerJson, type ServerJson } from '../../loading/serverJson';
import { type CatalogTerms, catalogTerms } from './catalogTerms';
import { type DataPackage, fileUrl } from './dataPackage';

/** The published files, and the terms of the catalogue. */
export interface OpenDataset {
  dataPackage: DataPackage;
  terms: CatalogTerms;
}

/** Reads what the server publishes. Without the catalogue, the files can still be shown. */
export async function readOpenData(): Promise<ServerJson<OpenDataset>> {
  const found = await readServerJson<DataPackage>('/open-data/datapackage.json');
  if (found.state !== 'found') return found;
  const terms = await readTerms().catch((error) => {
    console.warn('Reading the catalogue failed.', error);
    return {};
  });
  return { state: 'found', document: { dataPackage: found.document, terms } };
}

async function readTerms(): Promise<CatalogTerms> {
  const catalog = await readServerJson<Parameters<typeof catalogTerms>[0]>('/catalog.jsonld');
  return catalog.state === 'found' ? catalogTerms(catalog.document) : {};
}

/** The published files as a `Dataset` of schema.org, which search engines for data read. */
export function structuredData({ dataPackage, terms }: OpenDataset, origin: string): object {
  const { title, description, created, resources } = dataPackage;
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `Open data of ${title}`,
    description,
    url: `${origin}/open-data`,
    dateModified: created,
    isAccessibleForFree: true,
    license: terms.licence,
    creator: terms.publisher && { '@type': 'Organization', name: terms.publisher },
    distribution: resources.map((file) => ({
      '@type': 'DataDownload',
      name: file.path,
      contentUrl: fileUrl(origin, file),
      encodingFormat: file.mediatype,
      sha256: file.hash.replace(/^sha256:/, ''),
    })),
  };
}
