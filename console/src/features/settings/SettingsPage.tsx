import navigation from 'messages:navigation';
import text from 'messages:settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '@/api/queries';
import type { Setting } from '@/api/types';
import { TextField } from '@/components/fields';
import { inWords } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { ServerText } from '@/components/ServerText';
import { filterSettings, groupSettings } from './groups';
import './settings.css';

export function SettingsPage() {
  const query = useQuery(settingsQuery);
  return (
    <Page title={navigation('settings')} description={text('description')}>
      <QueryView query={query} lines={10}>
        {(settings) => <Groups settings={settings} />}
      </QueryView>
    </Page>
  );
}

function Groups({ settings }: { settings: Setting[] }) {
  const [search, setSearch] = useState('');
  const found = filterSettings(settings, search);
  return (
    <>
      <search className="settings-search">
        <TextField label={text('search')} type="search" value={search} onChange={setSearch} />
        <p className="quiet small" role="status">
          {text('count', { count: found.length })}
        </p>
      </search>
      {found.length === 0 && <Empty title={text('noSettingMatches')} />}
      {groupSettings(found).map(({ group, entries }) => (
        <Section key={group} title={<ServerText>{inWords(group)}</ServerText>}>
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

function Entry({ setting: { name, description, value, source, is_secret } }: { setting: Setting }) {
  return (
    <div className="setting">
      <dt>
        <code translate="no">{name}</code>
        <span className="quiet small" lang="en">
          {description.split('`').map((part, index) =>
            // Every second part is between backticks.
            index % 2 === 1 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
              <code key={index} translate="no">
                {part}
              </code>
            ) : (
              part
            ),
          )}
        </span>
      </dt>
      <dd>
        {value === null ? (
          <span className="quiet">{text('notSet')}</span>
        ) : (
          <code translate="no">
            {is_secret && <Icon name="lock" />}
            {value}
            {is_secret && <span className="visually-hidden">{text('aSecret')}</span>}
          </code>
        )}
        <span className={source === 'default' ? 'quiet small' : 'setting-source small'}>
          {text(`source.${source}`)}
        </span>
      </dd>
    </div>
  );
}
