import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { exportQuery, settingsQuery } from '@/api/queries';
import type { Export } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { levelNames } from '@/components/access';
import { Button } from '@/components/Button';
import { count, formatBytes, formatNumber, inWords } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { When } from '@/components/When';
import { ProgressBar } from '@/features/data/ProgressBar';
import { useCanWrite } from '@/session/session';
import { ClientLink } from './ClientLink';
import { DeleteDialog } from './DeleteDialog';
import { ExportFiles } from './ExportFiles';
import { ExportDuration, ExportState } from './ExportState';
import { deletedAt, namesOfFormats, scheduleOf, startedBy, totalRecords, totalSize } from './exports';
import { useFinishAnnouncement } from './useFinishAnnouncement';
import '@/features/data/data.css';
import './exports.css';

const route = getRouteApi('/exports/$exportId');

export function ExportPage() {
  const { exportId } = route.useParams();
  const query = useQuery(exportQuery(exportId));
  const entry = query.data;
  useFinishAnnouncement(entry ? [entry] : undefined);
  return (
    <Page
      title={entry ? `${levelNames[entry.access]} export` : 'Export'}
      above={
        <Link to="/exports" className="above">
          <Icon name="previous" />
          Exports
        </Link>
      }
      description={
        entry && (
          <>
            Started <When at={entry.started_at} /> by {startedBy(entry)}
          </>
        )
      }
      actions={entry && <Actions entry={entry} />}
    >
      <QueryView query={query} lines={8}>
        {(loaded) => (loaded ? <Content entry={loaded} /> : <Deleted />)}
      </QueryView>
    </Page>
  );
}

function Actions({ entry }: { entry: Export }) {
  const [isDeleting, setIsDeleting] = useState(false);
  if (!useCanWrite()) return null;
  return (
    <>
      <Button onPress={() => setIsDeleting(true)}>
        {entry.state === 'running' ? 'Stop and delete…' : 'Delete…'}
      </Button>
      {isDeleting && <DeleteDialog entry={entry} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function Deleted() {
  return (
    <Empty title="This export does not exist any more">
      <p className="export-purpose">
        Exports are deleted by administrators, after the days that the setting{' '}
        <code translate="no">export-keep-days</code> permits, when a person is erased, and when their client
        is revoked.
      </p>
    </Empty>
  );
}

function Content({ entry }: { entry: Export }) {
  return (
    <>
      {entry.state === 'failed' && (
        <Notice tone="danger" title="The export failed">
          <p>{entry.reason}</p>
        </Notice>
      )}
      {entry.state === 'running' && (
        <Section title="The export is running">
          <div className="stack">
            <ProgressBar label="Writing files" />
            <p className="quiet">You can leave this page; the export continues on the server.</p>
          </div>
        </Section>
      )}
      <Summary entry={entry} />
      {entry.state === 'succeeded' && <ExportFiles entry={entry} />}
    </>
  );
}

function Summary({ entry }: { entry: Export }) {
  const settings = useQuery(settingsQuery);
  const isComplete = entry.state === 'succeeded';
  return (
    <Section title="Content">
      <dl className="facts export-facts">
        <Fact label="State">
          <ExportState entry={entry} />
        </Fact>
        <Fact label="Access level">
          <AccessMark access={entry.access} />
        </Fact>
        {entry.client_id && (
          <Fact label="For the client">
            <ClientLink clientId={entry.client_id} />
          </Fact>
        )}
        <Fact label="Formats">{namesOfFormats(entry)}</Fact>
        {isComplete && (
          <>
            <Fact label="Records">{formatNumber(totalRecords(entry))}</Fact>
            <Fact label="Size">
              {formatBytes(totalSize(entry))} in {count(entry.files.length, 'file')}
            </Fact>
          </>
        )}
        <Fact label="Duration">
          <ExportDuration entry={entry} />
        </Fact>
        {settings.data && entry.state !== 'running' && (
          <Fact label="Deleted after">
            <When at={deletedAt(entry, scheduleOf(settings.data))} />
          </Fact>
        )}
      </dl>
      <div className="export-resources">
        <span className="quiet small">{count(entry.resources.length, 'resource')}</span>
        <span>{entry.resources.map(inWords).join(', ')}</span>
      </div>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
