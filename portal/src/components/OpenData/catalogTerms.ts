/** What the catalogue says about all files. */
export interface CatalogTerms {
  /** The URL of the licence. */
  licence?: string | undefined;
  publisher?: string | undefined;
  /** A `mailto:` or `https:` URL. */
  contact?: string | undefined;
}

/** A resource in expanded JSON-LD: values by the URI of their property. A resource can be in several parts. */
type Node = { '@id'?: string } & Record<string, { '@id'?: string; '@value'?: string }[]>;

/** Reads the terms of a DCAT catalogue in expanded JSON-LD. */
export function catalogTerms(nodes: Node[]): CatalogTerms {
  const first = (property: string, of?: string) =>
    nodes.filter((node) => !of || node['@id'] === of).flatMap((node) => node[property] ?? [])[0];
  const url = (value: ReturnType<typeof first>, schemes: RegExp) =>
    value?.['@id'] && schemes.test(value['@id']) ? value['@id'] : undefined;
  const publisher = first('http://purl.org/dc/terms/publisher')?.['@id'];
  const [email, page] = ['hasEmail', 'hasURL'].map((name) =>
    first(`http://www.w3.org/2006/vcard/ns#${name}`),
  );
  return {
    licence: url(first('http://purl.org/dc/terms/license'), /^https?:/),
    publisher: publisher && first('http://xmlns.com/foaf/0.1/name', publisher)?.['@value'],
    contact: url(email ?? page, /^(?:mailto|https):/),
  };
}
