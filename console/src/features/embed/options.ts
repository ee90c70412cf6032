import optionValues from 'messages:embedValues';
import { textOf } from '@/searchParameters';

/** What an element shows; the first is the default. */
export const kinds = ['projects', 'ideas', 'events'] as const;
export type Kind = (typeof kinds)[number];

type Parameter =
  | (
      | 'folder_id'
      | 'project_id'
      | 'phase_id'
      | 'topic_ids'
      | 'area_ids'
      | 'search'
      | 'sort'
      | 'when'
      | 'limit'
    )
  | ('layout' | 'heading_level' | 'theme' | 'accent' | 'radius' | 'locale');

/** What an administrator chose; what is absent has its default. */
export type EmbedOptions = Partial<
  Record<Parameter | 'show' | 'origin' | 'client' | 'width' | 'form', string>
>;

export interface OptionsProps {
  options: EmbedOptions;
  set: (values: EmbedOptions) => void;
}

/** An option with the name of the parameter of `/embed/…`, which is the key of its label. */
export interface Option {
  name: Parameter;
  /** What has the option; everything if absent. */
  kinds?: Kind[];
  values?: string[];
  /** The default, if it is not the first value. */
  initial?: string;
  /** The list of the API with the records to choose from. */
  list?: string;
}

export const contentOptions: Option[] = [
  { name: 'folder_id', kinds: ['projects'], list: 'project_folders' },
  { name: 'project_id', kinds: ['ideas', 'events'], list: 'projects' },
  { name: 'phase_id', kinds: ['ideas'], list: 'projects/{project_id}/phases' },
  { name: 'topic_ids', kinds: ['projects', 'ideas'], list: 'topics' },
  { name: 'area_ids', kinds: ['projects'], list: 'areas' },
  { name: 'search', kinds: ['ideas'] },
  { name: 'sort', kinds: ['ideas'], values: ['newest', 'most-liked', 'most-commented'] },
  { name: 'when', kinds: ['events'], values: ['upcoming', 'past', 'all'] },
  {
    name: 'limit',
    values: Array.from({ length: 24 }, (_, index) => `${index + 1}`),
    initial: '6',
  },
];

export const appearanceOptions: Option[] = [
  { name: 'layout', values: ['cards', 'list'] },
  {
    name: 'heading_level',
    values: ['2', '3', '4', '5', '6'],
    initial: '3',
  },
  {
    name: 'theme',
    values: ['page', 'light', 'dark'],
  },
  { name: 'accent' },
  {
    name: 'radius',
    values: ['0.75em', '0', '0.35em', '1.25em'],
  },
  { name: 'locale' },
];

const allOptions = [...contentOptions, ...appearanceOptions];

export const initialOf = ({ initial, values }: Option) => initial ?? values?.[0] ?? '';

/** The values of an option in words. Numbers are their own words. */
export const wordsOf = ({ name, values = [] }: Option) =>
  values.map((value) => {
    const key = `${name}.${value}`;
    return { value, label: optionValues.has(key) ? optionValues(key) : value };
  });

/** A colour as the server accepts it. */
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** The options in the search parameters of the page. Defaults and values that an option does not have are absent. */
export function optionsOf(search: Record<string, unknown>): EmbedOptions {
  const ofPage = (['show', 'origin', 'client', 'width', 'form'] as const).map((name) => [
    name,
    textOf(search[name]),
  ]);
  const ofList = allOptions.map((option) => {
    const value = textOf(search[option.name]) ?? '';
    const isKnown = option.values?.includes(value) ?? (option.name !== 'accent' || isColour(value));
    return [option.name, isKnown && value !== initialOf(option) ? value : undefined];
  });
  return Object.fromEntries([...ofPage, ...ofList].filter(([, value]) => value));
}

export const kindOf = ({ show }: EmbedOptions): Kind => kinds.find((kind) => kind === show) ?? kinds[0];

export const hasOption = ({ kinds }: Option, kind: Kind) => kinds?.includes(kind) ?? true;

/** The chosen parameters that are attributes of the element, too. */
export const parametersOf = (options: EmbedOptions): [name: string, value: string][] =>
  allOptions
    .filter((option) => hasOption(option, kindOf(options)) && !/^(theme|accent|radius)$/.test(option.name))
    .flatMap(({ name }) => (options[name] ? [[name, options[name]]] : []));
