import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import type { en } from '../../messages/en';
import { dateTimeFormat, numberFormat, pluralRules } from './formatters';
import { currentLocale, currentTranslation } from './language';

type Messages = typeof en;

/** The names of the tags in a message, such as `link` in `<link>Show all</link>`. */
type Tags<Message> = Message extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never;

/** A number is an argument of type `number` or `plural`, so that it is shown as the language has it. */
interface ArgumentTypes {
  ICUArgument: string;
  ICUNumberArgument: number;
  ICUDateArgument: Date;
}

type Values<Message extends string> = GetICUArgs<Message, ArgumentTypes> & {
  [Name in Tags<Message>]: (content: ReactNode[]) => ReactNode;
};

type Arguments<Message extends string> = keyof Values<Message> extends never ? [] : [values: Values<Message>];

type Result<Message> = [Tags<Message>] extends [never] ? string : ReactNode;

/** Returns a message of a group in the current language. */
export interface Text<Group extends keyof Messages> {
  <Key extends keyof Messages[Group] & string>(
    key: Key,
    ...values: Arguments<Messages[Group][Key] & string>
  ): Result<Messages[Group][Key]>;
  /** Whether there is a message for a code of the server. */
  has(key: string): key is keyof Messages[Group] & string;
}

const formatters = {
  getDateTimeFormat: dateTimeFormat,
  getNumberFormat: numberFormat,
  getPluralRules: pluralRules,
};

/** The messages of a group; `messages:<group>` exports them with the types of `environment.d.ts`. */
export function textOf(group: string, english: Record<string, CompiledMessage>) {
  const text = (key: string, values?: Parameters<typeof format<ReactNode>>[2]) => {
    const message = currentTranslation()?.[group]?.[key] ?? english[key] ?? key;
    const result = format<ReactNode>(message, currentLocale(), values, { formatters });
    return Array.isArray(result) ? createElement(Fragment, null, ...result) : result;
  };
  return Object.assign(text, { has: (key: string) => key in english });
}
