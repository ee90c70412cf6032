import type { ThemeRegistrationRaw } from 'shiki';

/**
 * The classes that highlighted code has, and the TextMate scopes that get each of them. `css/code.css` gives the
 * classes their colours in both colour modes. Scopes under `plain` stay in the colour of the text although a shorter
 * scope of theirs is highlighted.
 */
const scopes = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'constant.character.escape'],
  property: [
    'support.type.property-name',
    'keyword.other.definition.ini',
    'variable.other.key',
    'meta.object-literal.key',
    'entity.name.tag',
  ],
  number: ['constant.numeric', 'keyword.other.unit'],
  keyword: [
    'keyword',
    'keyword.operator.expression',
    'keyword.operator.new',
    'storage',
    'constant.language',
    'constant.other.option',
    'entity.name.section',
    'entity.other.attribute-name',
    'markup.heading',
  ],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic'],
  plain: [
    'keyword.operator',
    'punctuation.separator.key-value',
    'constant.character.escape.line-continuation',
    'string.unquoted',
    'meta.embedded',
    'meta.template.expression',
    'storage.modifier.import',
    'storage.modifier.package',
  ],
};

/** Colours are class names: `codeToTokensBase` returns the colour of each token exactly as it is written here. */
export const theme: ThemeRegistrationRaw = {
  name: 'portal',
  type: 'light',
  fg: 'plain',
  bg: 'none',
  settings: Object.entries(scopes).map(([foreground, scope]) => ({ scope, settings: { foreground } })),
};
