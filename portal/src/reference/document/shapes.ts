import type { Field, Shape } from '../model';
import { type Anchors, words } from './anchors';
import { facts } from './facts';
import { html } from './markdown';
import type { Schema } from './openapi';
import { isComposed, isNull, type Resolver, schemaName, typesOf } from './schemas';

/** Where a named schema is documented. */
export type Place = (name: string) => { id: string; title: string };

const largestEnvelope = 4;

/** Turns schemas into what the page says of them. */
export class Shapes {
  private readonly partNames: Set<string>;

  constructor(
    private readonly resolver: Resolver,
    private readonly anchors: Anchors,
    private readonly place: Place,
  ) {
    this.partNames = resolver.partNames();
  }

  /** The shape of a schema; a named object becomes a link to the place where it is documented. */
  of(schema: Schema, anchor: string): Shape {
    const name = schemaName(schema.$ref);
    if (name !== undefined && isComposed(this.resolver.resolve(schema))) {
      return { name: 'object', link: this.place(name), ...(schema.nullable && { nullable: true }) };
    }
    return this.inside(schema, anchor);
  }

  /** The shape of a whole body: a small object around others is shown in place, even if it has a name. */
  ofBody(schema: Schema, anchor: string): Shape {
    const { properties = {} } = this.resolver.flatten(schema);
    const isPart = this.partNames.has(schemaName(schema.$ref) ?? '');
    const isEnvelope = !isPart && Object.keys(properties).length <= largestEnvelope;
    return isEnvelope ? this.inside(schema, anchor) : this.of(schema, anchor);
  }

  /** The shape of a schema with its own fields, even if it has a name. */
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

  /** The fields of an object, each with an anchor under that of the object. */
  fields(schema: Schema, anchor: string): Field[] {
    const required = new Set(schema.required);
    return Object.entries(schema.properties ?? {}).map(([name, field]) =>
      this.field(name, field, anchor, required.has(name)),
    );
  }

  field(name: string, schema: Schema, parent: string, required: boolean): Field {
    const id = this.anchors.take(`${parent}-${name}`);
    const { description, deprecated, readOnly, writeOnly } = this.resolver.flatten(schema);
    return {
      id,
      name,
      description: html(description),
      ...(required && { required }),
      ...(deprecated && { deprecated }),
      ...(readOnly && { readOnly }),
      ...(writeOnly && { writeOnly }),
      shape: this.of(schema, id),
    };
  }

  /** The one part of an `allOf`, or of a choice between it and null, that says what the values are. */
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

  private single(schema: Schema, type: string | undefined, anchor: string): Shape {
    const told = facts(schema);
    const common = {
      ...(schema.format && { format: schema.format }),
      ...(schema.enum && { values: schema.enum.filter((value) => value !== null).map(String) }),
      ...(told.length > 0 && { facts: told }),
    };
    if (type === 'array' || (type === undefined && schema.items)) {
      return { name: 'list', ...common, items: this.of(schema.items ?? {}, anchor) };
    }
    if (type === 'object' || (type === undefined && schema.properties)) {
      const fields = this.fields(schema, anchor);
      const more = schema.additionalProperties;
      if (fields.length === 0 && typeof more === 'object') {
        return { name: 'map', ...common, items: this.of(more, anchor) };
      }
      return { name: 'object', ...common, ...(fields.length > 0 && { fields }) };
    }
    return { name: type ?? 'anything', ...common };
  }
}

/** How a named schema is called in texts: its title, else its name as words. */
export const schemaTitle = (name: string, schema: Schema) => schema.title ?? words(name);
