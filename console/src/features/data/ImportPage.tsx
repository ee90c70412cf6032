import text from 'messages:data';
import stages from 'messages:importStages';
import navigation from 'messages:navigation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { importQuery } from '@/api/queries';
import type { Import } from '@/api/types';
import { announce } from '@/components/announcements';
import { BackLink } from '@/components/BackLink';
import { Button } from '@/components/Button';
import { code } from '@/components/Code';
import { DataTable } from '@/components/DataTable';
import { formatDuration, formatList, formatNumber } from '@/components/format';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { countRecords, resourceName } from '@/components/resources';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { ApplyImport } from './ApplyImport';
import { CancelDialog } from './CancelDialog';
import { ImportErrors } from './ImportErrors';
import { importResult } from './importResult';
import { ProgressBar } from './ProgressBar';
import './data.css';

const route = getRouteApi('/data/imports/$importId');

export function ImportPage() {
  const { importId } = route.useParams();
  const query = useQuery(importQuery(importId));
  useFinishAnnouncement(query.data);
  return (
    <Page
      title={query.data?.dry_run ? text('dryRunTitle') : text('import')}
      above={<BackLink to="/data">{navigation('data')}</BackLink>}
      description={query.data && <Origin entry={query.data} />}
    >
      <QueryView query={query} lines={8}>
        {(entry) => <Report entry={entry} />}
      </QueryView>
    </Page>
  );
}

/** Has screen readers say the result when a running import finishes, and has the other pages read the data again. */
function useFinishAnnouncement(entry: Import | undefined) {
  const wasRunning = useRef(false);
  const queries = useQueryClient();
  useEffect(() => {
    if (!entry) return;
    if (wasRunning.current && entry.state !== 'running') {
      announce(text('finished', { title: titleOf(entry), result: () => importResult(entry) }));
      for (const key of ['imports', 'data', 'overview', 'preview']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    }
    wasRunning.current = entry.state === 'running';
  }, [entry, queries]);
}

function Origin({ entry }: { entry: Import }) {
  const when = () => <When at={entry.started_at} />;
  if (entry.source === 'command-line') return text('startedOnCommandLine', { when });
  return entry.actor_name
    ? text('startedByPerson', { when, name: entry.actor_name })
    : text('startedByConsole', { when });
}

function titleOf({ dry_run, state, reason }: Import): string {
  if (state === 'cancelled') return dry_run ? text('dryRunWasCancelled') : text('importWasCancelled');
  if (state === 'failed' && !dry_run) return text('importFailedUnchanged');
  if (state === 'failed') return reason ? text('dryRunFailed') : text('dryRunFoundErrors');
  return dry_run ? text('dryRunFoundNoErrors') : text('importSucceeded');
}

const tones = { succeeded: 'success', failed: 'danger', cancelled: 'info' } as const;

function Report({ entry }: { entry: Import }) {
  const canApply = useCanWrite() && entry.dry_run && entry.state === 'succeeded';
  const duration =
    entry.finished_at && formatDuration(Date.parse(entry.finished_at) - Date.parse(entry.started_at));
  const result = () => importResult(entry);
  return (
    <>
      {entry.state === 'running' ? (
        <Running entry={entry} />
      ) : (
        <Notice tone={tones[entry.state]} title={titleOf(entry)}>
          <p>
            {duration ? text('resultIn', { result, duration }) : text('resultOnly', { result })}{' '}
            {entry.dry_run && text('nothingWasChanged')}
          </p>
        </Notice>
      )}
      {entry.becoming_visible.length > 0 && <Visibility entry={entry} />}
      {canApply && <ApplyImport entry={entry} />}
      {entry.error_count > 0 && <ImportErrors entry={entry} />}
      {entry.warnings.length > 0 && (
        <Section title={text('warnings')}>
          <ul className="consequences">
            {entry.warnings.map((warning) => (
              <li key={warning} lang="en">
                {warning}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {entry.resources.length > 0 && <Changes entry={entry} />}
      <Section title={text('files')}>
        <ul className="actions">
          {entry.files.map((file) => (
            <li key={file}>
              <code translate="no">{file}</code>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** What becomes visible, a line for each access level. An administrator decides on it before the import. */
function Visibility({ entry }: { entry: Import }) {
  const levels = [...new Set(entry.becoming_visible.map(({ access }) => access))];
  const records = (level: string) =>
    formatList(
      entry.becoming_visible
        .filter(({ access }) => access === level)
        .map(({ resource, records }) => countRecords(resource, records)),
    );
  return (
    <Notice tone="warning" title={entry.dry_run ? text('wouldBecomeVisible') : text('becameVisible')}>
      <ul className="consequences">
        {levels.map((level) => (
          <li key={level}>{text('atLevel', { level, records: records(level), code })}</li>
        ))}
      </ul>
      {entry.dry_run && <p>{text('applyOnlyIf')}</p>}
    </Notice>
  );
}

function Running({ entry }: { entry: Import }) {
  const { progress, dry_run } = entry;
  const [isCancelling, setIsCancelling] = useState(false);
  const canWrite = useCanWrite();
  return (
    <Section
      title={dry_run ? text('dryRunIsRunning') : text('importIsRunning')}
      actions={
        canWrite && (
          <Button size="small" onPress={() => setIsCancelling(true)}>
            {text('cancelEllipsis')}
          </Button>
        )
      }
    >
      <div className="stack">
        <ProgressBar label={progress ? nameOfStage(progress.stage) : text('waitingToStart')} />
        {progress && (
          <p className="numeric">{text('rows', { count: progress.rows, rate: progress.rows_per_second })}</p>
        )}
        <p className="quiet">{text('canLeavePage')}</p>
      </div>
      {isCancelling && <CancelDialog entry={entry} onClose={() => setIsCancelling(false)} />}
    </Section>
  );
}

/** What is done with all files, or the resource that is read. */
const nameOfStage = (stage: string) => (stages.has(stage) ? stages(stage) : resourceName(stage));

function Changes({ entry }: { entry: Import }) {
  return (
    <Section title={entry.dry_run ? text('whatWouldChange') : text('whatChanged')}>
      <DataTable
        label={text('changesByResource')}
        rows={entry.resources}
        rowKey={({ resource }) => resource}
        columns={[
          { key: 'resource', header: text('resource'), cell: ({ resource }) => resourceName(resource) },
          {
            key: 'inserted',
            header: text('new'),
            isNumeric: true,
            cell: (row) => formatNumber(row.inserted),
          },
          {
            key: 'updated',
            header: text('changed'),
            isNumeric: true,
            cell: (row) => formatNumber(row.updated),
          },
          {
            key: 'unchanged',
            header: text('unchanged'),
            isNumeric: true,
            cell: (row) => formatNumber(row.unchanged),
          },
          {
            key: 'removed',
            header: text('removed'),
            isNumeric: true,
            cell: (row) => formatNumber(row.removed),
          },
        ]}
      />
    </Section>
  );
}
