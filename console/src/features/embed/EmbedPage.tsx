import text from 'messages:embed';
import navigation from 'messages:navigation';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentsScript, componentsQuery } from '@/api/publicQueries';
import { publishableClientsQuery, settingsQuery } from '@/api/queries';
import type { Client } from '@/api/types';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { Segments } from '@/components/Segments';
import { useApiUrl, useReachableApiUrl } from '@/features/clients/apiUrl';
import { originOf } from '@/features/clients/origins';
import { useSession } from '@/session/session';
import { OptionFields } from './OptionFields';
import { appearanceOptions, contentOptions, type EmbedOptions, kindOf, kinds, optionsOf } from './options';
import { Preview } from './Preview';
import { Snippet } from './Snippet';
import { embedUrl } from './snippet';
import { Website } from './Website';
import './embed.css';

const route = getRouteApi('/embed');

export function EmbedPage() {
  const settings = useQuery(settingsQuery);
  return (
    <Page title={navigation('embed')} description={text('description')}>
      <QueryView query={settings} lines={9}>
        {() => <Loaded />}
      </QueryView>
    </Page>
  );
}

function Loaded() {
  const server = useReachableApiUrl();
  const script = useQuery(componentsQuery(server));
  const clients = useQuery(publishableClientsQuery);
  return (
    <QueryView query={script} lines={9}>
      {(loaded) =>
        loaded ? (
          <QueryView query={clients} lines={9}>
            {(found) => <Builder server={server} script={loaded} clients={found} />}
          </QueryView>
        ) : (
          <Notice tone="warning" title={text('noComponents')}>
            <p>{text('builtWithoutComponents')}</p>
          </Notice>
        )
      }
    </QueryView>
  );
}

interface BuilderProps {
  /** Where the console reaches the public API. */
  server: string;
  script: ComponentsScript;
  clients: Client[];
}

function Builder({ server, script, clients }: BuilderProps) {
  const options = route.useSearch();
  const navigate = route.useNavigate();
  const publicUrl = useApiUrl();
  const { platform } = useSession();
  const set = (values: EmbedOptions) =>
    void navigate({
      search: (current) => optionsOf({ ...current, ...values }),
      replace: true,
      resetScroll: false,
    });
  const found = keysFor(clients, options);
  const chosen = found.find(({ id }) => id === options.client) ?? found[0];
  // Any key will do for the preview, which has the origin of the server.
  const previewKey = (chosen ?? keysFor(clients, { show: options.show })[0])?.publishable_key;
  const key = chosen?.publishable_key;
  const context = {
    server: publicUrl,
    script,
    platform: platform ?? { name: text('participation'), url: publicUrl },
  };
  const page = { options, set };
  return (
    <>
      <div className="embed">
        <div className="stack">
          <Website {...page} keys={found} chosen={chosen} />
          <Section title={text('whatQuestion')}>
            <div className="stack">
              <Segments
                label={text('records')}
                options={kinds.map((value) => ({ value, label: text(`show.${value}`) }))}
                value={kindOf(options)}
                onChange={(show) => set({ show })}
              />
              <div className="embed-fields">
                <OptionFields {...page} list={contentOptions} server={server} clientKey={previewKey} />
              </div>
            </div>
          </Section>
          <Section
            title={text('howQuestion')}
            actions={
              appearanceOptions.some(({ name }) => options[name]) && (
                <Button
                  size="small"
                  onPress={() => set(Object.fromEntries(appearanceOptions.map(({ name }) => [name, ''])))}
                >
                  {text('reset')}
                </Button>
              )
            }
          >
            <div className="embed-fields embed-appearance">
              <OptionFields {...page} list={appearanceOptions} server={server} />
              {options.radius && <p className="field-description">{text('cornersOfElementsOnly')}</p>}
            </div>
          </Section>
        </div>
        <Preview
          options={options}
          set={set}
          url={previewKey && embedUrl({ server, key: previewKey, options })}
        />
      </div>
      <Snippet {...page} embedded={key ? { ...context, key, options } : undefined} />
    </>
  );
}

/** The clients whose key may read what is shown, on the website if there is one. */
function keysFor(clients: Client[], options: EmbedOptions): Client[] {
  const origin = options.origin && (originOf(options.origin) ?? options.origin);
  return clients.filter(
    ({ resources, origins }) =>
      (!origin || origins?.includes(origin)) && (resources?.includes(kindOf(options)) ?? true),
  );
}
