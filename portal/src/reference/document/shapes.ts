import type { EnumValue, Field, Shape } from '../model';
import { fieldAccess } from './access';
import { type Anchors, words } from './anchors';
import { constraints } from './constraints';
import { html } from './markdown';
import type { Schema } from './openapi';
import { isComposed, isNull, type Resolver, schemaName, typesOf } from './schemas';

/** Returns the section that documents a named schema. */
export type SectionOf = (name: string) => { id: string; title: string; page: string };

const maxEnvelopeFields = 4;

/** Turns schemas into the shapes that the page shows. */
export class Shapes {
  private readonly partNames: Set<string>;

  constructor(
    private readonly resolver: Resolver,
    private readonly anchors: Anchors,
    private readonly sectionOf: SectionOf,
  ) {
    this.partNames = resolver.partNames();
  }

  /** The shape of a schema; a named object becomes a link to its section. */
  of(schema: Schema, anchor: string): Shape {
    const name = schemaName(schema.$ref);
    if (name !== undefined && isComposed(this.resolver.resolve(schema))) {
      return { name: 'object', link: this.sectionOf(name), ...(schema.nullable && { nullable: true }) };
    }
    return this.inside(schema, anchor);
  }

  /** The shape of a body: a small object that wraps others is shown inline, even if it has a name. */
  ofBody(schema: Schema, anchor: string): Shape {
    const { properties = {} } = this.resolver.flatten(schema);
    const isPart = this.partNames.has(schemaName(schema.$ref) ?? '');
    const isEnvelope = !isPart && Object.keys(properties).length <= maxEnvelopeFields;
    return isEnvelope ? this.inside(schema, anchor) : this.of(schema, anchor);
  }

  /** The shape of a schema with its fields inline, even if it has a name. */
  inside(schema: Schema, anchor: string): Shape {
    const only = this.onlyPart(this.resolver.resolve(schema));
    if (only !== undefined)
      return { ...this.of(only.part, anchor), ...(only.nullable && { nullable: true }) };
    const flat = this.resolver.flatten(schema);
    const { types, nullable } = typesOf(flat);
    const choices = flat.oneOf ?? flat.anyOf;
    if (choices !== undefined) return this.choice(flat, choices, anchor, nullable);
    if (types.length > 1) {
      const variants = types.map((type) => this.inside({ ...flat, type, nullable: false }, anchor));
      return { name: 'one of', variants, ...(nullable && { nullable }) };
    }
    return { ...this.single(flat, types[0], anchor), ...(nullable && { nullable }) };
  }

  /** The fields of an object; their anchors start with the object's. */
  fields(schema: Schema, anchor: string): Field[] {
    const required = new Set(schema.required);
    return Object.entries(schema.properties ?? {}).map(([name, field]) =>
      this.field(name, field, anchor, required.has(name)),
    );
  }

  field(name: string, schema: Schema, parent: string, required: boolean): Field {
    const id = this.anchors.reserve(`${parent}-${name}`);
    const flat = this.resolver.flatten(schema);
    const { description, deprecated, readOnly, writeOnly } = flat;
    return {
      id,
      name,
      description: html(description),
      ...(required && { required }),
      ...(deprecated && { deprecated }),
      ...(readOnly && { readOnly }),
      ...(writeOnly && { writeOnly }),
      ...(flat['x-personal-data'] && { personal: true }),
      ...(flat['x-access'] && { access: fieldAccess(flat['x-access']) }),
      shape: this.of(schema, id),
    };
  }

  /** The only part of an `allOf`, or the only alternative to null, which describes the values. */
  private onlyPart(schema: Schema): { part: Schema; nullable: boolean } | undefined {
    const parts = schema.allOf ?? schema.oneOf ?? schema.anyOf;
    if (parts === undefined || schema.properties !== undefined) return undefined;
    const [part, ...others] = parts.filter((candidate) => !isNull(candidate));
    if (part === undefined || others.length > 0) return undefined;
    const nullable = typesOf(schema).nullable || (schema.allOf === undefined && parts.length > 1);
    return { part, nullable };
  }

  private choice(schema: Schema, choices: Schema[], anchor: string, nullable: boolean): Shape {
    const variants = choices.filter((variant) => !isNull(variant));
    const fields = this.fields(schema, anchor);
    return {
      name: schema.oneOf ? 'one of' : 'any of',
      variants: variants.map((variant) => this.of(variant, anchor)),
      ...(schema.discriminator && { discriminator: schema.discriminator.propertyName }),
      ...(fields.length > 0 && { fields }),
      ...((nullable || variants.length < choices.length) && { nullable: true }),
    };
  }

  private map({ 'x-additionalPropertiesName': key }: Schema, values: Schema, anchor: string): Partial<Shape> {
    const { description } = this.resolver.flatten(values);
    return {
      ...(key !== undefined && { key }),
      ...(description !== undefined && { valueDescription: html(description) }),
      items: this.of(values, anchor),
    };
  }

  private single(schema: Schema, type: string | undefined, anchor: string): Shape {
    const limits = constraints(schema);
    const common = {
      ...(schema.format && { format: schema.format }),
      ...(schema.enum && { values: enumValues(schema) }),
      ...(limits.length > 0 && { constraints: limits }),
    };
    if (type === 'array' || (type === undefined && schema.items)) {
      return { name: 'list', ...common, items: this.of(schema.items ?? {}, anchor) };
    }
    if (type === 'object' || (type === undefined && schema.properties)) {
      const fields = this.fields(schema, anchor);
      const more = schema.additionalProperties;
      if (fields.length === 0 && typeof more === 'object') {
        return { name: 'map', ...common, ...this.map(schema, more, anchor) };
      }
      return { name: 'object', ...common, ...(fields.length > 0 && { fields }) };
    }
    return { name: type ?? 'anything', ...common };
  }
}

/** The allowed values with their meanings; null is part of the type. */
function enumValues({ enum: values = [], 'x-enum-descriptions': meanings = {} }: Schema): EnumValue[] {
  return values
    .filter((value) => value !== null)
    .map(String)
    .map((value) => ({ value, ...(meanings[value] && { meaning: html(meanings[value]) }) }));
}

/** The name of a schema in texts: its title, otherwise its name as words. */
export const schemaTitle = (name: string, schema: Schema) => schema.title ?? words(name);
