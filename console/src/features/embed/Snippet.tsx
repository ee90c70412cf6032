import { Empty, Section } from '@/components/Section';
import { Segments } from '@/components/Segments';
import { CopiedCode } from '@/features/clients/CopiedText';
import type { OptionsProps } from './options';
import { type Embedded, elementSnippet, embedUrl, frameSnippet } from './snippet';

const forms = [
  {
    value: 'element',
    label: 'Element',
    code: elementSnippet,
    use: 'Becomes part of the page, in its font. Visitors see the link inside until the list has loaded, and if it fails.',
    policy: 'script-src and connect-src',
  },
  {
    value: 'frame',
    label: 'Frame',
    code: frameSnippet,
    use: 'For websites that run no scripts of other servers. The script gives the frame the height of the list.',
    policy: 'frame-src',
  },
  {
    value: 'url',
    label: 'URL',
    code: embedUrl,
    use: 'For editors of websites that ask for the URL of a page to embed.',
    policy: 'frame-src',
  },
] as const;

/** What goes into the website, in one of three forms. */
export function Snippet({ options, set, embedded }: OptionsProps & { embedded?: Embedded }) {
  const form = forms.find(({ value }) => value === options.form) ?? forms[0];
  return (
    <Section
      title="4. Copy it into the website"
      actions={
        <Segments
          label="Form"
          options={forms}
          value={form.value}
          onChange={(value) => set({ form: value })}
        />
      }
    >
      {embedded ? (
        <div className="stack">
          <CopiedCode label={form.label} text={form.code(embedded)} copy="Copy snippet" />
          <p className="quiet small">
            {form.use} If the website has a Content-Security-Policy, its {form.policy} must contain{' '}
            <code translate="no">{embedded.server}</code>.
          </p>
        </div>
      ) : (
        <Empty title="The snippet needs a key">
          <p>Enter the website, then choose or make its key.</p>
        </Empty>
      )}
    </Section>
  );
}
