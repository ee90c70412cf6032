import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { importQuery } from '@/api/queries';
import type { Import } from '@/api/types';
import { announce } from '@/components/announcements';
import { Button } from '@/components/Button';
import { DataTable } from '@/components/DataTable';
import { count, formatDuration, formatNumber, inWords } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { CancelDialog } from './CancelDialog';
import { ImportErrors } from './ImportErrors';
import { importResult } from './ImportLine';
import { ProgressBar } from './ProgressBar';
import './data.css';

const route = getRouteApi('/data/imports/$importId');

export function ImportPage() {
  const { importId } = route.useParams();
  const query = useQuery(importQuery(importId));
  useFinishAnnouncement(query.data);
  return (
    <Page
      title={query.data?.dry_run ? 'Dry run' : 'Import'}
      above={
        <Link to="/data" className="above">
          <Icon name="previous" />
          Data
        </Link>
      }
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
      announce(`${titleOf(entry)}. ${importResult(entry)}`);
      for (const key of ['imports', 'data', 'overview', 'preview']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    }
    wasRunning.current = entry.state === 'running';
  }, [entry, queries]);
}

function Origin({ entry }: { entry: Import }) {
  return (
    <>
      Started <When at={entry.started_at} />{' '}
      {entry.source === 'command-line' ? 'on the command line' : `by ${entry.actor_name ?? 'the console'}`}
    </>
  );
}

function titleOf({ dry_run, state, reason }: Import): string {
  if (state === 'cancelled') return dry_run ? 'The dry run was cancelled' : 'The import was cancelled';
  if (state === 'failed' && !dry_run) return 'The import failed and changed nothing';
  if (state === 'failed') return reason ? 'The dry run failed' : 'The dry run found errors';
  return dry_run ? 'The dry run found no errors' : 'The import succeeded';
}

const tones = { succeeded: 'success', failed: 'danger', cancelled: 'info' } as const;

function Report({ entry }: { entry: Import }) {
  const duration =
    entry.finished_at && formatDuration(Date.parse(entry.finished_at) - Date.parse(entry.started_at));
  return (
    <>
      {entry.state === 'running' ? (
        <Running entry={entry} />
      ) : (
        <Notice tone={tones[entry.state]} title={titleOf(entry)}>
          <p>
            {importResult(entry)}
            {duration && `, in ${duration}`}.{' '}
            {entry.dry_run && entry.state === 'succeeded' && (
              <>
                Nothing was changed. <Link to="/data">Import the same files</Link> to apply it.
              </>
            )}
          </p>
        </Notice>
      )}
      {entry.becoming_visible.length > 0 && <Visibility entry={entry} />}
      {entry.error_count > 0 && <ImportErrors entry={entry} />}
      {entry.warnings.length > 0 && (
        <Section title="Warnings">
          <ul className="consequences">
            {entry.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Section>
      )}
      {entry.resources.length > 0 && <Changes entry={entry} />}
      <Section title="Files">
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
    entry.becoming_visible
      .filter(({ access }) => access === level)
      .map(({ resource, records }) => `${formatNumber(records)} ${inWords(resource).toLowerCase()}`)
      .join(', ');
  return (
    <Notice
      tone="warning"
      title={entry.dry_run ? 'Stored records would become visible' : 'Stored records became visible'}
    >
      <ul className="consequences">
        {levels.map((level) => (
          <li key={level}>
            At the level <code translate="no">{level}</code>: {records(level)}
          </li>
        ))}
      </ul>
      {entry.dry_run && <p>Import the files only if clients of these levels may read them.</p>}
    </Notice>
  );
}

function Running({ entry }: { entry: Import }) {
  const { progress, dry_run } = entry;
  const [isCancelling, setIsCancelling] = useState(false);
  const canWrite = useCanWrite();
  return (
    <Section
      title={dry_run ? 'The dry run is running' : 'The import is running'}
      actions={
        canWrite && (
          <Button size="small" onPress={() => setIsCancelling(true)}>
            Cancel…
          </Button>
        )
      }
    >
      <div className="stack">
        <ProgressBar label={progress ? inWords(progress.stage) : 'Waiting to start'} />
        {progress && (
          <p className="numeric">
            {count(progress.rows, 'row')}, {formatNumber(progress.rows_per_second)} per second
          </p>
        )}
        <p className="quiet">You can leave this page; the import continues on the server.</p>
      </div>
      {isCancelling && <CancelDialog entry={entry} onClose={() => setIsCancelling(false)} />}
    </Section>
  );
}

function Changes({ entry }: { entry: Import }) {
  return (
    <Section title={entry.dry_run ? 'What would change' : 'What changed'}>
      <DataTable
        label="Changes by resource"
        rows={entry.resources}
        rowKey={({ resource }) => resource}
        columns={[
          { key: 'resource', header: 'Resource', cell: ({ resource }) => inWords(resource) },
          { key: 'inserted', header: 'New', isNumeric: true, cell: (row) => formatNumber(row.inserted) },
          { key: 'updated', header: 'Changed', isNumeric: true, cell: (row) => formatNumber(row.updated) },
          {
            key: 'unchanged',
            header: 'Unchanged',
            isNumeric: true,
            cell: (row) => formatNumber(row.unchanged),
          },
          { key: 'removed', header: 'Removed', isNumeric: true, cell: (row) => formatNumber(row.removed) },
        ]}
      />
    </Section>
  );
}
