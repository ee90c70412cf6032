import text from 'messages:embed';
import { code } from '@/components/Code';
import { Empty, Section } from '@/components/Section';
import { Segments } from '@/components/Segments';
import { CopiedCode } from '@/features/clients/CopiedText';
import type { OptionsProps } from './options';
import { type Embedded, elementSnippet, embedUrl, frameSnippet } from './snippet';

const forms = [
  {
    value: 'element',
    code: elementSnippet,
  },
  {
    value: 'frame',
    code: frameSnippet,
  },
  {
    value: 'url',
    code: embedUrl,
  },
] as const;

/** What goes into the website, in one of three forms. */
export function Snippet({ options, set, embedded }: OptionsProps & { embedded?: Embedded }) {
  const form = forms.find(({ value }) => value === options.form) ?? forms[0];
  return (
    <Section
      title={text('copyIntoWebsite')}
      actions={
        <Segments
          label={text('form')}
          options={forms.map(({ value }) => ({ value, label: text(`form.${value}`) }))}
          value={form.value}
          onChange={(value) => set({ form: value })}
        />
      }
    >
      {embedded ? (
        <div className="stack">
          <CopiedCode
            label={text(`form.${form.value}`)}
            text={form.code(embedded)}
            copy={text('copySnippet')}
          />
          <p className="quiet small">{text(`use.${form.value}`, { server: embedded.server, code })}</p>
        </div>
      ) : (
        <Empty title={text('snippetNeedsKey')}>
          <p>{text('chooseKeyFirst')}</p>
        </Empty>
      )}
    </Section>
  );
}
