import Heading from '@theme/Heading';
import settings from '../../../generated/settings.json';
import { Fact, Facts } from '../Facts';
import InlineCode from '../InlineCode';
import styles from './styles.module.css';

/** The table of contents of the page that lists the settings. */
export const settingContents = settings.map(({ name, flag }) => ({ id: name, value: flag, level: 2 }));

/** Every setting of the server, in the order of its help text. */
export default function Settings() {
  return settings.map((setting) => (
    <section key={setting.name} className={styles.setting}>
      <Heading as="h2" id={setting.name}>
        <code>{setting.flag}</code>
      </Heading>
      <p>
        <InlineCode>{setting.doc}</InlineCode>
      </p>
      <Facts>
        <Fact name="Environment variable">
          <code>{setting.environment}</code>
        </Fact>
        <Fact name="Configuration key">
          <code>{setting.key}</code>
        </Fact>
        <Fact name="Default">{setting.default ? <code>{setting.default}</code> : 'none'}</Fact>
      </Facts>
    </section>
  ));
}
