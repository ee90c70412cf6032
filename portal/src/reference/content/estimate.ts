import type { CSSProperties } from 'react';
import type { Content, Field, Shape } from '../model';

/** What a part of the page holds, as far as it makes the part high. */
interface Holdings {
  shapes: Shape[];
  descriptions: string[];
  chapters: number;
  problems: number;
  code: string[];
}

/** More is better than less: what outgrows its place would lie over the next part until it is drawn. */
const reserve = 1.08;

/**
 * The height that a part takes before it is drawn, in one column and in two, for `.part`. It was fitted to the
 * heights that parts have at 360 to 1440 px, and is right to a tenth; so scroll bars and anchors stay in place.
 */
export function estimatedHeight({ shapes, descriptions, chapters, problems, code }: Holdings): CSSProperties {
  const fields = shapes.flatMap(allFields);
  const characters = [...descriptions, ...fields.map(({ description }) => description)].join('').length;
  const samples = code.reduce((sum, text) => sum + Math.min(34, text.split('\n').length * 1.3 + 2) + 4, 0);
  const narrow = 16 + fields.length * 4.2 + characters * 0.041 + chapters * 4 + problems * 3 + samples;
  const wide = 15 + fields.length * 3.9 + characters * 0.03 + chapters * 4 + problems * 2.4;
  return { '--narrow': rem(narrow), '--wide': rem(wide) } as CSSProperties;
}

const rem = (height: number) => `${Math.round(height * reserve)}rem`;

/** The shape that parameters have together. */
export const shapeOfFields = (fields: Field[]): Shape => ({ name: 'object', fields });

export const shapesOf = (contents: Content[]): Shape[] => contents.map(({ shape }) => shape);

function allFields({ fields = [], items, variants = [] }: Shape): Field[] {
  const inner = [...fields.map(({ shape }) => shape), ...(items ? [items] : []), ...variants];
  return [...fields, ...inner.flatMap(allFields)];
}
