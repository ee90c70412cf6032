import clsx from 'clsx';
import type { BodyContent, Field, Shape } from '../model';
import heights from './heights.module.css';

/** What determines the height of a section. */
interface SectionContents {
  shapes: Shape[];
  descriptions: string[];
  /** How many parts with a heading of their own it has. */
  subsections: number;
  /** How many error responses it lists. */
  errors: number;
  /** Its code blocks; highlighting does not change the number of lines. */
  code: string[];
}

/** Too high is better than too low: a section that is too low overlaps the next one until it is rendered. */
const reserve = 1.04;

/** The steps of `heights.module.css`: the height of the first in rem, the ratio, and their number. */
const steps = { first: 30, ratio: 1.1, count: 28 };

/**
 * Returns the classes with the estimated height of a section before the browser renders it, in one column (`--narrow`)
 * and two (`--wide`), so that the scroll bar and anchors stay in place. The factors were fitted to the heights of the
 * sections at 360 to 1440 px; the estimate is within 10 %, and rounded up to the next step.
 */
export function estimatedHeight(contents: SectionContents): string {
  const { shapes, descriptions, subsections, errors, code } = contents;
  const fields = shapes.flatMap(allFields);
  const meanings = [...shapes, ...fields.map(({ shape }) => shape)].flatMap(valuesWithMeaning);
  const characters = [...descriptions, ...fields.map(({ description }) => description)].join('').length;
  const samples = code.reduce((sum, text) => sum + Math.min(34, text.split('\n').length * 1.3 + 2) + 4, 0);
  const lists = meanings.length * 1.6;
  const narrow =
    16 + fields.length * 4.2 + characters * 0.041 + lists * 1.4 + subsections * 4 + errors * 3 + samples;
  const wide = 15 + fields.length * 3.9 + characters * 0.03 + lists + subsections * 4 + errors * 2.4;
  return clsx(heights[`narrow${stepOf(narrow)}`], heights[`wide${stepOf(wide)}`]);
}

function stepOf(height: number): number {
  const step = Math.ceil(Math.log((height * reserve) / steps.first) / Math.log(steps.ratio));
  return Math.min(Math.max(step, 0), steps.count - 1);
}

/** An object shape with the given fields. */
export const shapeOfFields = (fields: Field[]): Shape => ({ name: 'object', fields });

export const shapesOf = (bodies: BodyContent[]): Shape[] => bodies.map(({ shape }) => shape);

function allFields({ fields = [], items, variants = [] }: Shape): Field[] {
  const inner = [...fields.map(({ shape }) => shape), ...(items ? [items] : []), ...variants];
  return [...fields, ...inner.flatMap(allFields)];
}

const valuesWithMeaning = ({ values = [], items }: Shape) =>
  [...values, ...(items?.values ?? [])].filter(({ meaning }) => meaning);
