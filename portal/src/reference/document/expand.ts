import type { BodyContent, Field, ObjectDescription, Operation, Shape } from '../model';
import { Anchors } from './anchors';

/** Adds the fields of linked objects to an operation, for its own page. Objects inside themselves remain links. */
export function expanded(operation: Operation, objects: Map<string, ObjectDescription>): Operation {
  const anchors = new Anchors();
  const bodiesOf = (bodies: BodyContent[], anchor: string) =>
    bodies.map((body) => ({ ...body, shape: expandedShape(body.shape, anchor, []) }));

  /** `within` are the objects around the shape: the ids of their fields are derived from where they are in the page. */
  function expandedShape(shape: Shape, anchor: string, within: string[]): Shape {
    const object = shape.link && !within.includes(shape.link.id) && objects.get(shape.link.id);
    const { fields, items, variants } = object ? object.shape : shape;
    const around = object ? [...within, object.id] : within;
    return {
      ...shape,
      ...(fields && { fields: fields.map((field) => expandedField(field, anchor, around)) }),
      ...(items && { items: expandedShape(items, anchor, around) }),
      ...(variants && { variants: variants.map((variant) => expandedShape(variant, anchor, around)) }),
    };
  }

  function expandedField(field: Field, anchor: string, within: string[]): Field {
    const id = within.length > 0 ? anchors.reserve(`${anchor}-${field.name}`) : field.id;
    return { ...field, id, shape: expandedShape(field.shape, id, within) };
  }

  for (const { id } of ownFields(operation)) anchors.reserve(id);
  return {
    ...operation,
    bodies: bodiesOf(operation.bodies, operation.id),
    responses: operation.responses.map((response) => ({
      ...response,
      bodies: bodiesOf(response.bodies, `${operation.id}-${response.status}`),
    })),
  };
}

/** All fields of an operation that have their ids from the single page. */
function ownFields({ parameters, bodies, responses }: Operation): Field[] {
  const shapes = [...bodies, ...responses.flatMap((response) => response.bodies)].map(({ shape }) => shape);
  return [
    ...parameters.flatMap((group) => group.parameters),
    ...responses.flatMap(({ headers }) => headers),
    ...shapes.flatMap(fieldsInside),
  ];
}

function fieldsInside({ fields = [], items, variants = [] }: Shape): Field[] {
  const inner = [...fields.map(({ shape }) => shape), ...(items ? [items] : []), ...variants];
  return [...fields, ...inner.flatMap(fieldsInside)];
}
