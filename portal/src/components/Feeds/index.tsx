import Head from '@docusaurus/Head';
import Link from '@docusaurus/Link';
import { useRef, useState } from 'react';
import { useCopyButtons } from '../../reference/page/useCopyButtons';
import CopyableUrls from '../CopyableUrls';
import ServerData, { DataSection, Notice } from '../ServerData';
import FeedForm from './FeedForm';
import { feeds, mediaTypes } from './feeds';
import { feedUrl, subscriptionUrl } from './feedUrl';
import { type Project, type ProjectFeed, readProjectFeed } from './projectFeed';

const readDefault = () => readProjectFeed();

/** The feeds of the platform, with their URLs for a project and a language. */
export default function Feeds() {
  return <ServerData load={readDefault}>{(found) => <Result found={found} />}</ServerData>;
}

function Result({ found }: { found: ProjectFeed }) {
  if (found.state === 'found') return <Builder projects={found.projects} />;
  return (
    <Notice>
      The operator of this platform has not turned on feeds.{' '}
      <Link to="/guides/start-open-data#feeds">How operators turn them on</Link>
    </Notice>
  );
}

function Builder({ projects }: { projects: Project[] }) {
  const [choice, setChoice] = useState({ project: '', locale: '' });
  const content = useRef<HTMLDivElement>(null);
  useCopyButtons(content);
  return (
    <div ref={content}>
      <Head>
        {feeds.flatMap(({ title, files }) =>
          Object.entries(files).map(([format, file]) => (
            <link
              key={file}
              rel="alternate"
              type={mediaTypes[format]}
              href={`/feeds/${file}`}
              title={title}
            />
          )),
        )}
      </Head>
      <FeedForm firstProjects={projects} choice={choice} onChange={setChoice} />
      {feeds.map(({ title, text, files }) => {
        const urls = Object.fromEntries(
          Object.entries(files).map(([format, file]) => [
            format,
            feedUrl(window.location.origin, file, choice),
          ]),
        );
        return (
          <DataSection key={title} title={title} text={text}>
            <CopyableUrls urls={urls} />
            {urls.iCalendar && (
              <a className="button button--primary" href={subscriptionUrl(urls.iCalendar)}>
                Subscribe in your calendar
              </a>
            )}
          </DataSection>
        );
      })}
    </div>
  );
}
