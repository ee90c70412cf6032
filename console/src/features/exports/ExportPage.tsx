import text from 'messages:exports';
import levels from 'messages:levels';
import navigation from 'messages:navigation';
import shared from 'messages:shared';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { exportQuery, settingsQuery } from '@/api/queries';
import type { Export } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { BackLink } from '@/components/BackLink';
import { Button } from '@/components/Button';
import { code } from '@/components/Code';
import { Fact } from '@/components/Fact';
import { formatBytes, formatList, formatNumber } from '@/components/format';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { resourceName } from '@/components/resources';
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
      title={entry ? text('exportOfLevel', { level: levels(entry.access) }) : text('export')}
      above={<BackLink to="/exports">{navigation('exports')}</BackLink>}
      description={
        entry && text('startedBy', { when: () => <When at={entry.started_at} />, name: startedBy(entry) })
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
        {entry.state === 'running' ? text('stopAndDeleteEllipsis') : text('deleteEllipsis')}
      </Button>
      {isDeleting && <DeleteDialog entry={entry} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function Deleted() {
  return (
    <Empty title={text('doesNotExist')}>
      <p className="export-purpose">{text('whenDeleted', { code })}</p>
    </Empty>
  );
}

function Content({ entry }: { entry: Export }) {
  return (
    <>
      {entry.state === 'failed' && (
        <Notice tone="danger" title={text('exportFailed')}>
          <p lang="en">{entry.reason}</p>
        </Notice>
      )}
      {entry.state === 'running' && (
        <Section title={text('exportIsRunning')}>
          <div className="stack">
            <ProgressBar label={text('writingFiles')} />
            <p className="quiet">{text('canLeavePage')}</p>
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
    <Section title={text('content')}>
      <dl className="facts export-facts">
        <Fact label={text('state')}>
          <ExportState entry={entry} />
        </Fact>
        <Fact label={shared('accessLevel')}>
          <AccessMark access={entry.access} />
        </Fact>
        {entry.client_id && (
          <Fact label={text('forTheClient')}>
            <ClientLink clientId={entry.client_id} />
          </Fact>
        )}
        <Fact label={text('formats')}>{namesOfFormats(entry)}</Fact>
        {isComplete && (
          <>
            <Fact label={text('records')}>{formatNumber(totalRecords(entry))}</Fact>
            <Fact label={text('size')}>
              {text('sizeInFiles', { size: formatBytes(totalSize(entry)), count: entry.files.length })}
            </Fact>
          </>
        )}
        <Fact label={text('duration')}>
          <ExportDuration entry={entry} />
        </Fact>
        {settings.data && entry.state !== 'running' && (
          <Fact label={text('deletedAfter')}>
            <When at={deletedAt(entry, scheduleOf(settings.data))} />
          </Fact>
        )}
      </dl>
      <div className="export-resources">
        <span className="quiet small">{text('resourceCount', { count: entry.resources.length })}</span>
        <span>{formatList(entry.resources.map(resourceName))}</span>
      </div>
    </Section>
  );
}
