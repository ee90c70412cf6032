import text from 'messages:embed';
import optionValues from 'messages:embedValues';
import { useQuery } from '@tanstack/react-query';
import { namedRecordsQuery } from '@/api/publicQueries';
import { overviewQuery } from '@/api/queries';
import { SelectField } from '@/components/fields';
import { PausedTextField } from '@/components/PausedTextField';
import { currentLocale } from '@/language/language';
import { hasOption, initialOf, kindOf, type Option, type OptionsProps, wordsOf } from './options';

interface OptionFieldsProps extends OptionsProps {
  list: Option[];
  server: string;
  /** The key that reads the titles of records. */
  clientKey?: string | null;
}

interface FieldProps {
  option: Option;
  value: string;
  onChange: (value: string) => void;
}

/** The fields of the options that the element has. */
export function OptionFields({ list, options, set, server, clientKey }: OptionFieldsProps) {
  return list
    .filter((option) => hasOption(option, kindOf(options)))
    .map((option) => {
      const { name, values } = option;
      const label = text(`option.${name}`);
      // The phases are those of the project.
      const onChange = (value: string) =>
        set({ ...(name === 'project_id' && { phase_id: '' }), [name]: value });
      const props = { option, value: options[name] ?? initialOf(option), onChange };
      if (values) return <SelectField key={name} {...props} label={label} options={wordsOf(option)} />;
      if (name === 'locale') return <LanguageField key={name} {...props} />;
      if (name === 'accent') {
        const initial = options.theme === 'dark' ? '#86d5bb' : '#14604f';
        return (
          <PausedTextField key={name} {...props} label={label} type="color" value={props.value || initial} />
        );
      }
      if (!option.list) return <PausedTextField key={name} {...props} label={label} />;
      if (name === 'phase_id' && !options.project_id) return null;
      const path = option.list.replace('{project_id}', options.project_id ?? '');
      return <RecordField key={name} {...props} query={{ server, path, key: clientKey }} />;
    });
}

function LanguageField({ option, value, onChange }: FieldProps) {
  const locales = useQuery(overviewQuery).data?.platform?.locales ?? [];
  const names = new Intl.DisplayNames(currentLocale(), { type: 'language' });
  const choices = [...new Set([...locales, ...(value ? [value] : [])])];
  return (
    <SelectField
      label={text(`option.${option.name}`)}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: optionValues('theme.page') },
        ...choices.map((locale) => ({ value: locale, label: names.of(locale) ?? locale })),
      ]}
    />
  );
}

interface RecordFieldProps extends FieldProps {
  query: { server: string; path: string; key?: string | null };
}

/** The choice of a record by its title, or by its id if the key cannot read the list or the list is very long. */
function RecordField({ option: { name }, value, onChange, query: { server, path, key } }: RecordFieldProps) {
  const { data, error } = useQuery({ ...namedRecordsQuery(server, path, key ?? ''), enabled: Boolean(key) });
  if (!key || error || data === null) {
    return (
      <PausedTextField
        label={text('byId', { label: text(`option.${name}`) })}
        value={value}
        onChange={(text) => onChange(text.trim())}
        description={text('byIdDescription')}
        spellCheck={false}
      />
    );
  }
  const records = data ?? [];
  const isUnknown = value && !records.some(({ id }) => id === value);
  const choices = [
    { id: '', title: text('any') },
    ...records,
    ...(isUnknown ? [{ id: value, title: value }] : []),
  ];
  return (
    <SelectField
      label={text(`option.${name}`)}
      value={value}
      onChange={onChange}
      options={choices.map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}
