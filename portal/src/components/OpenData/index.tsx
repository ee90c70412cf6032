import Head from '@docusaurus/Head';
import Link from '@docusaurus/Link';
import { useRef } from 'react';
import type { ServerJson } from '../../loading/serverJson';
import { useCopyButtons } from '../../reference/page/useCopyButtons';
import CopyableUrls from '../CopyableUrls';
import { Fact, Facts } from '../Facts';
import ServerData, { DataSection, Notice } from '../ServerData';
import { formatWait } from './amounts';
import { tablesOf } from './dataPackage';
import { type OpenDataset, readOpenData, structuredData } from './openData';
import TableSection from './TableSection';

/** The open data that the server publishes: its terms, its files and its catalogue. */
export default function OpenData() {
  return <ServerData load={readOpenData}>{(found) => <Result found={found} />}</ServerData>;
}

function Result({ found }: { found: ServerJson<OpenDataset> }) {
  switch (found.state) {
    case 'found':
      return <Published dataset={found.document} />;
    case 'pending':
      return (
        <Notice>{`The first files are being made. Come back ${formatWait(found.retryAfterSeconds)}.`}</Notice>
      );
    case 'off':
      return (
        <Notice>
          The operator of this platform has not published open data.{' '}
          <Link to="/guides/start-open-data">How operators turn it on</Link>
        </Notice>
      );
  }
}

function Published({ dataset }: { dataset: OpenDataset }) {
  const { dataPackage, terms } = dataset;
  const { origin } = window.location;
  const content = useRef<HTMLDivElement>(null);
  useCopyButtons(content);
  return (
    <div ref={content}>
      <Head>
        <script type="application/ld+json">
          {JSON.stringify(structuredData(dataset, origin)).replaceAll('<', '\\u003c')}
        </script>
      </Head>
      <Facts>
        <Fact name="Platform">{dataPackage.title}</Fact>
        <Fact name="Data from">
          <time dateTime={dataPackage.created}>{formatTime(dataPackage.created)}</time>
        </Fact>
        <Fact name="Licence">
          {terms.licence ? <a href={terms.licence}>{terms.licence}</a> : 'See the catalogue below'}
        </Fact>
        {terms.publisher && <Fact name="Publisher">{terms.publisher}</Fact>}
        {terms.contact && (
          <Fact name="Contact">
            <a href={terms.contact}>{terms.contact.replace(/^mailto:/, '')}</a>
          </Fact>
        )}
      </Facts>
      {tablesOf(dataPackage).map((table) => (
        <TableSection key={table.described.path} table={table} />
      ))}
      <DataSection
        title="Everything"
        text="All records in one file, and the catalogue of all files for programs."
      >
        <CopyableUrls
          urls={{
            SQLite: `${origin}/open-data/folkmoot.sqlite`,
            'Data package': `${origin}/open-data/datapackage.json`,
            'DCAT, Turtle': `${origin}/catalog.ttl`,
            'DCAT, JSON-LD': `${origin}/catalog.jsonld`,
            'DCAT, RDF/XML': `${origin}/catalog.rdf`,
          }}
        />
      </DataSection>
    </div>
  );
}

const formatTime = (time: string) =>
  new Date(time)
    .toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    .concat(' UTC');
