import text from 'messages:shell';
import { SelectField } from '@/components/fields';
import {
  chooseLanguage,
  currentLanguage,
  type Language,
  languageNames,
  languages,
} from '@/language/language';

const options = languages.map((value) => ({ value, label: languageNames[value] }));

/** The choice of the language of the console. */
export function LanguageField() {
  return (
    <SelectField
      label={text('language')}
      value={currentLanguage()}
      onChange={(value) => chooseLanguage(value as Language)}
      options={options}
    />
  );
}
