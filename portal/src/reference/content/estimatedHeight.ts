import clsx from 'clsx';
import type { BodyContent, Field, Shape } from '../model';
import styles from './heights.module.css';

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
const reserve = 1.08;

/**
 * Estimates the height of a section before the browser renders it, in one column (`--narrow`) and two (`--wide`), and
 * returns the classes that set it, so that the scroll bar and anchors stay in place. The factors were fitted to the heights of the sections at 360 to
 * 1440 px; the estimate is within 10 %, before it is rounded up.
 */
export function estimatedHeight(contents: SectionContents): string {
  const { shapes, descriptions, subsections, errors, code } = contents;
  const fields = shapes.flatMap(allFields);
  const meanings = [...shapes, ...fields.map(({ shape }) => shape)].flatMap(valuesWithMeaning);
  const characters = [...descriptions, ...fields.map(({ description }) => description)].join('').length;
  const samples = code.reduce((sum, text) => sum + Math.min(34, text.split('\n').length * 1.3 + 2) + 4, 0);
  const lists = meanings.length * 1.6 + fields.filter(({ access }) => access !== undefined).length * 1.7;
  const narrow =
    16 + fields.length * 4.2 + characters * 0.041 + lists * 1.4 + subsections * 4 + errors * 3 + samples;
  const wide = 15 + fields.length * 3.9 + characters * 0.03 + lists + subsections * 4 + errors * 2.4;
  return clsx(styles[`narrow${roundedUp(narrow)}`], styles[`wide${roundedUp(wide)}`]);
}

/** The heights in rem that have classes, each 13 % more than the one before. */
const heights = [
  16, 18, 20, 23, 26, 29, 33, 38, 43, 48, 54, 61, 69, 78, 89, 100, 113, 128, 144, 163, 184, 208, 235, 266,
  301, 340, 384,
];

const roundedUp = (height: number) => heights.find((step) => step >= height * reserve) ?? heights.at(-1);

/** An object shape with the given fields. */
export const shapeOfFields = (fields: Field[]): Shape => ({ name: 'object', fields });

export const shapesOf = (bodies: BodyContent[]): Shape[] => bodies.map(({ shape }) => shape);

function allFields({ fields = [], items, variants = [] }: Shape): Field[] {
  const inner = [...fields.map(({ shape }) => shape), ...(items ? [items] : []), ...variants];
  return [...fields, ...inner.flatMap(allFields)];
}

const valuesWithMeaning = ({ values = [], items }: Shape) =>
  [...values, ...(items?.values ?? [])].filter(({ meaning }) => meaning);
