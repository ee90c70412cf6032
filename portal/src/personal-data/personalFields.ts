/** The fields of a resource that contain personal data. */
export interface PersonalFields {
  /** The name of the resource's schema, in words. */
  record: string;
  fields: { name: string; description: string }[];
}

interface Field {
  description?: string;
  'x-personal-data'?: boolean;
}

interface Document {
  components?: { schemas?: Record<string, { properties?: Record<string, Field> }> };
}

/** The fields that an OpenAPI document marks with `x-personal-data`, by resource. */
export function personalFields(document: object): PersonalFields[] {
  return Object.entries((document as Document).components?.schemas ?? {})
    .map(([schema, { properties = {} }]) => ({
      record: schema.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      fields: Object.entries(properties)
        .filter(([, field]) => field['x-personal-data'])
        .map(([name, { description = '' }]) => ({ name, description })),
    }))
    .filter(({ fields }) => fields.length > 0)
    .toSorted(
      (one, other) => other.fields.length - one.fields.length || one.record.localeCompare(other.record),
    );
}
