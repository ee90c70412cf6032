import text from 'messages:data';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dataQuery } from '@/api/queries';
import type { Import } from '@/api/types';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { Notice } from '@/components/Notice';
import { Section } from '@/components/Section';
import { useChoice } from './chosenFiles';
import { importResult, isUnrelated } from './importResult';
import { UploadProgress } from './UploadProgress';
import { useUpload } from './useUpload';

/** Imports the files of a dry run that found no errors, after a confirmation with its numbers. */
export function ApplyImport({ entry }: { entry: Import }) {
  const { dryRun } = useChoice();
  const upload = useUpload();
  const [isOpen, setIsOpen] = useState(false);
  if (dryRun !== entry.id) {
    return (
      <p className="quiet">
        {text('chooseFilesAgain', { link: (content) => <Link to="/data">{content}</Link> })}
      </p>
    );
  }
  if (upload.share !== undefined) {
    return (
      <Section title={text('filesAreUploading')}>
        <UploadProgress upload={upload} />
      </Section>
    );
  }
  return (
    <>
      {upload.error ? <ErrorNotice error={upload.error} /> : null}
      <div className="actions">
        <Button variant="primary" onPress={() => setIsOpen(true)}>
          {text('applyEllipsis')}
        </Button>
      </div>
      {isOpen && (
        <Confirmation
          entry={entry}
          onClose={() => setIsOpen(false)}
          onConfirm={() => {
            setIsOpen(false);
            upload.start(false);
          }}
        />
      )}
    </>
  );
}

interface ConfirmationProps {
  entry: Import;
  onClose: () => void;
  onConfirm: () => void;
}

function Confirmation({ entry, onClose, onConfirm }: ConfirmationProps) {
  const { data } = useQuery(dataQuery);
  return (
    <ConfirmDialog
      title={text('importQuestion')}
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      action={text('import')}
      tone="primary"
    >
      {data && isUnrelated(entry, data) && (
        <Notice tone="danger" title={text('noRecordIsKnown')}>
          <p>{text('filesOfAnotherPlatform')}</p>
        </Notice>
      )}
      <ul className="consequences">
        <li>{text('asInDryRun', { result: () => <strong>{importResult(entry)}</strong> })}</li>
        <li>{text('importCannotBeUndone')}</li>
      </ul>
    </ConfirmDialog>
  );
}
