import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewQuery } from '@/api/queries';
import type { AccessLevel, Preview } from '@/api/types';
import { levelNames } from '@/components/access';
import { SelectField } from '@/components/fields';
import { inWords } from '@/components/format';
import { QueryView } from '@/components/QueryView';
import { Empty } from '@/components/Section';
import { describeTreatments, type PreviewRow, previewRows, treatmentNames } from './previewRows';

interface RecordPreviewProps {
  access: AccessLevel;
  /** The resources that the client may read. */
  resources: string[];
  clientId?: string;
}

/** One real record as the level sees it, with what it withholds or replaces marked. */
export function RecordPreview({ access, resources, clientId }: RecordPreviewProps) {
  const [chosen, setChosen] = useState('ideas');
  const resource = resources.includes(chosen) ? chosen : (resources[0] ?? chosen);
  const query = useQuery(previewQuery(resource, access, clientId));
  return (
    <div className="preview">
      <div className="preview-head">
        <h3>
          One real record, as <span className="preview-level">{levelNames[access].toLowerCase()}</span> sees
          it
        </h3>
        <SelectField
          label="Resource of the preview"
          value={resource}
          onChange={setChosen}
          options={resources.map((value) => ({ value, label: inWords(value) }))}
        />
      </div>
      <div className={query.isPlaceholderData ? 'preview-stale' : undefined}>
        <QueryView query={query} lines={8}>
          {(preview) => <PreviewRecord preview={preview} resource={resource} access={access} />}
        </QueryView>
      </div>
    </div>
  );
}

interface PreviewRecordProps {
  preview: Preview;
  resource: string;
  access: AccessLevel;
}

function PreviewRecord({ preview, resource, access }: PreviewRecordProps) {
  if (!preview.record) {
    const title = preview.full_record
      ? `${levelNames[access]} reads no ${inWords(resource).toLowerCase()}`
      : `The platform has no ${inWords(resource).toLowerCase()} yet`;
    return (
      <Empty title={title}>
        {preview.full_record && <p>Lists are empty, and every item is reported as not found.</p>}
      </Empty>
    );
  }
  const rows = previewRows(preview);
  return (
    <>
      <p className="quiet small" role="status">
        {describeTreatments(rows)}
      </p>
      {/* A region that scrolls needs the focus to be scrolled with keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      {/* biome-ignore lint/a11y/useSemanticElements: the element does not group form fields. */}
      <div role="group" className="preview-record" aria-label="Fields of the record" tabIndex={0}>
        <dl>
          {rows.map((row) => (
            <Row key={row.field} row={row} />
          ))}
        </dl>
      </div>
    </>
  );
}

function Row({ row: { field, treatment, value, fullValue } }: { row: PreviewRow }) {
  return (
    <div className={`preview-row preview-${treatment}`}>
      <dt>{field}</dt>
      <dd>
        {treatment !== 'shown' && <span className="preview-mark">{treatmentNames[treatment]}</span>}
        {fullValue !== undefined && (
          <del>
            <span className="visually-hidden">Full value: </span>
            {fullValue}
          </del>
        )}
        <code translate="no">{value}</code>
      </dd>
    </div>
  );
}
