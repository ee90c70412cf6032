import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '@/api/request';
import type { Erasure, Person } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { Dialog } from '@/components/Dialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { TextField } from '@/components/fields';
import { Notice } from '@/components/Notice';
import { ErasureReport } from './ErasureReport';
import { nameOf } from './names';

/** What must be typed. */
const CONFIRMATION = 'ERASE';

interface EraseDialogProps {
  person: Person;
  onClose: () => void;
  onErased: () => void;
}

/** Erases a person in two steps: a dry run that shows what would change, then a typed confirmation. */
export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const [withTexts, setWithTexts] = useState(false);
  const [typed, setTyped] = useState('');
  const erase = (dryRun: boolean) =>
    requestJson<Erasure>(`/people/${person.id}/erase`, {
      method: 'POST',
      body: { dry_run: dryRun, with_texts: withTexts },
    });
  const finish = () => {
    onErased();
    onClose();
  };
  const plan = useMutation({ mutationFn: () => erase(true), gcTime: 0 });
  const execution = useMutation({
    mutationFn: () => erase(false),
    gcTime: 0,
    onSuccess: ({ warnings }) => {
      notify('The person is erased');
      if (warnings.length === 0) finish();
    },
  });
  const isPending = plan.isPending || execution.isPending;
  if (execution.data) {
    return (
      <Dialog title="The person is erased" isOpen onClose={finish}>
        <ErasureReport erasure={execution.data} />
        <div className="dialog-actions">
          <Button variant="primary" onPress={finish}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={`Erase ${nameOf(person)}?`} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!plan.data) plan.mutate();
          else if (typed.trim() === CONFIRMATION) execution.mutate();
        }}
      >
        <div className="dialog-body">
          <p>
            The account is deleted, and references to the person become empty. Ballots keep counting. An
            import of an old file or the restore of an old backup does not bring the person back.
          </p>
          <Checkbox
            isSelected={withTexts}
            onChange={(isSelected) => {
              setWithTexts(isSelected);
              plan.reset();
              setTyped('');
            }}
          >
            Blank the texts that the person wrote, too
          </Checkbox>
          {plan.error && <ErrorNotice error={plan.error} />}
          {plan.data && (
            <>
              <ErasureReport erasure={plan.data} />
              <Notice tone="danger" title="This cannot be undone" />
              <TextField
                label={`Type ${CONFIRMATION} to confirm`}
                value={typed}
                onChange={setTyped}
                spellCheck={false}
                autoFocus
              />
            </>
          )}
          {execution.error && <ErrorNotice error={execution.error} />}
        </div>
        <div className="dialog-actions">
          <Button onPress={onClose} isDisabled={isPending}>
            Cancel
          </Button>
          {plan.data ? (
            <Button
              type="submit"
              variant="danger"
              isPending={execution.isPending}
              isDisabled={typed.trim() !== CONFIRMATION}
            >
              Erase permanently
            </Button>
          ) : (
            <Button type="submit" variant="primary" isPending={plan.isPending}>
              Show what would change
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
