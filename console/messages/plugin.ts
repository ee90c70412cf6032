import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import { nl } from './nl';

type Messages = Record<string, string>;

const GROUP = '\0messages:';
const TRANSLATION = '\0translation:';

const groups: Record<string, Messages> = en;
const translations: Record<string, Record<string, Messages>> = { nl, fr, de };

const mapValues = <Value, Result>(values: Record<string, Value> = {}, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

const compileGroup = (messages: Messages) => mapValues(messages, compile);

/**
 * Compiles the messages, so that the browser needs no parser. `messages:clients` has the English messages of a group, which
 * load with the pages that show them; `translation:de` has all messages of another language.
 */
export function messagesPlugin(): Plugin {
  return {
    name: 'messages',
    resolveId: (id) => (/^(messages|translation):/.test(id) ? `\0${id}` : null),
    load(id) {
      if (id.startsWith(GROUP)) {
        const name = id.slice(GROUP.length);
        const english = JSON.stringify(compileGroup(groups[name] ?? {}));
        return `import { textOf } from '@/language/text';\nexport default textOf('${name}', ${english});`;
      }
      if (id.startsWith(TRANSLATION)) {
        const translation = translations[id.slice(TRANSLATION.length)];
        return `export default ${JSON.stringify(mapValues(translation, compileGroup))};`;
      }
      return null;
    },
  };
}
