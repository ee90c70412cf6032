import Heading from '@theme/Heading';
import { Fragment } from 'react';
import settings from '../../../generated/settings.json';
import { Fact, Facts } from '../Facts';
import InlineCode from '../InlineCode';
import { groupsOf, type Setting } from './groups';
import styles from './styles.module.css';

const groups = groupsOf(settings);

/** The table of contents of the page that lists the settings: subjects, and the short names of their settings. */
export const settingContents = groups.flatMap(({ id, title, settings: own }) => [
  ...(title ? [{ id, value: title, level: 2 }] : []),
  ...own.map(({ name }) => ({ id: name, value: name, level: title ? 3 : 2 })),
]);

/** The first sentence of a description, which ends outside of code. */
const firstSentence = (text: string) =>
  /^(?:`[^`]*`|[^`])*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;

/** The settings that most platforms need, with links to their descriptions. */
export function BasicSettings() {
  return (
    <Facts>
      {settings
        .filter(({ advanced }) => !advanced)
        .map(({ name, doc }) => (
          <Fact
            key={name}
            name={
              <a href={`#${name}`} translate="no">
                <code>{name}</code>
              </a>
            }
          >
            <InlineCode>{firstSentence(doc)}</InlineCode>
          </Fact>
        ))}
    </Facts>
  );
}

/** Every setting of the server by subject, in the order of its help text. */
export default function Settings() {
  return groups.map(({ id, title, settings: own }) => (
    <Fragment key={id}>
      {title && (
        <Heading as="h2" id={id}>
          {title}
        </Heading>
      )}
      {own.map((setting) => (
        <SettingSection key={setting.name} setting={setting} level={title ? 'h3' : 'h2'} />
      ))}
    </Fragment>
  ));
}

function SettingSection({ setting, level }: { setting: Setting; level: 'h2' | 'h3' }) {
  return (
    <section className={styles.setting}>
      <Heading as={level} id={setting.name}>
        <code translate="no">{setting.flag}</code>
      </Heading>
      <p>
        <InlineCode>{setting.doc}</InlineCode>
      </p>
      <Facts>
        <Fact name="Environment variable">
          <code translate="no">{setting.environment}</code>
        </Fact>
        <Fact name="Configuration key">
          <code translate="no">{setting.key}</code>
        </Fact>
        <Fact name="Default">{setting.default ? <code translate="no">{setting.default}</code> : 'none'}</Fact>
        <Fact name="Use">{setting.advanced ? 'advanced' : 'basic'}</Fact>
        <Fact name="Takes effect">{setting.reloadable ? 'on reload' : 'after a restart'}</Fact>
      </Facts>
    </section>
  );
}
