import settings from '@site/generated/settings.json';
import Heading from '@theme/Heading';
import styles from './styles.module.css';

/** Every setting of the server, in the order in which it prints them. */
export default function Settings() {
  return settings.map((setting) => (
    <section key={setting.name} className={styles.setting}>
      <Heading as="h3" id={setting.name}>
        <code>{setting.flag}</code>
      </Heading>
      <p>{setting.doc}</p>
      <dl className={styles.names}>
        <dt>Environment</dt>
        <dd>
          <code>{setting.environment}</code>
        </dd>
        <dt>Key</dt>
        <dd>
          <code>{setting.key}</code>
        </dd>
        <dt>Default</dt>
        <dd>{setting.default ? <code>{setting.default}</code> : 'none'}</dd>
      </dl>
    </section>
  ));
}
