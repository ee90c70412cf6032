import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '@/api/queries';
import type { Setting } from '@/api/types';
import { TextField } from '@/components/fields';
import { count, inWords } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { filterSettings, groupSettings } from './groups';
import './settings.css';

export function SettingsPage() {
  const query = useQuery(settingsQuery);
  return (
    <Page
      title="Settings"
      description="The settings of this server as they are in force. Change them with flags, environment variables or the settings file, then restart the server."
    >
      <QueryView query={query} lines={10}>
        {(settings) => <Groups settings={settings} />}
      </QueryView>
    </Page>
  );
}

function Groups({ settings }: { settings: Setting[] }) {
  const [text, setText] = useState('');
  const found = filterSettings(settings, text);
  return (
    <>
      <search className="settings-search">
        <TextField label="Search settings" type="search" value={text} onChange={setText} />
        <p className="quiet small" role="status">
          {count(found.length, 'setting')}
        </p>
      </search>
      {found.length === 0 && <Empty title="No setting matches" />}
      {groupSettings(found).map(({ group, entries }) => (
        <Section key={group} title={inWords(group)}>
          <dl className="settings">
            {entries.map((setting) => (
              <Entry key={setting.name} setting={setting} />
            ))}
          </dl>
        </Section>
      ))}
    </>
  );
}

const sources: Record<Setting['source'], string> = {
  default: 'Default',
  flag: 'Flag',
  environment: 'Environment variable',
  file: 'Settings file',
};

function Entry({ setting: { name, description, value, source, is_secret } }: { setting: Setting }) {
  return (
    <div className="setting">
      <dt>
        <code translate="no">{name}</code>
        <span className="quiet small">{description}</span>
      </dt>
      <dd>
        {value === null ? (
          <span className="quiet">Not set</span>
        ) : (
          <code translate="no">
            {is_secret && <Icon name="lock" />}
            {value}
            {is_secret && <span className="visually-hidden">, a secret</span>}
          </code>
        )}
        <span className={source === 'default' ? 'quiet small' : 'setting-source small'}>
          {sources[source]}
        </span>
      </dd>
    </div>
  );
}
