import levels from 'messages:levels';
import text from 'messages:preview';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewQuery } from '@/api/queries';
import type { AccessLevel, Preview } from '@/api/types';
import { SelectField } from '@/components/fields';
import { QueryView } from '@/components/QueryView';
import { resourceInSentence, resourceName } from '@/components/resources';
import { Empty } from '@/components/Section';
import { describeTreatments, type PreviewRow, previewRows } from './previewRows';

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
        <h3 key={access}>
          {text('oneRecord', {
            level: levels(access).toLowerCase(),
            name: (content) => <span className="preview-level">{content}</span>,
          })}
        </h3>
        {resources.length > 0 && (
          <SelectField
            label={text('resourceOfPreview')}
            value={resource}
            onChange={setChosen}
            options={resources.map((value) => ({ value, label: resourceName(value) }))}
          />
        )}
      </div>
      {resources.length > 0 ? (
        <QueryView query={query} lines={8}>
          {(preview) => <PreviewRecord preview={preview} resource={resource} access={access} />}
        </QueryView>
      ) : (
        <Empty title={text('noResourceSelected')} />
      )}
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
    const name = resourceInSentence(resource);
    const title = preview.full_record
      ? text('levelReadsNone', { level: levels(access), resource: name })
      : text('platformHasNone', { resource: name });
    return <Empty title={title}>{preview.full_record && <p>{text('listsAreEmpty')}</p>}</Empty>;
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
      <div role="group" className="preview-record" aria-label={text('fields')} tabIndex={0}>
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
        {treatment !== 'shown' && <span className="preview-mark">{text(`treatment.${treatment}`)}</span>}
        {fullValue !== undefined && (
          <del>
            <span className="visually-hidden">{text('fullValue')} </span>
            {fullValue}
          </del>
        )}
        <code translate="no">{value}</code>
      </dd>
    </div>
  );
}
