import text from 'messages:people';
import shared from 'messages:shared';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '@/api/request';
import type { Erasure, Person, Timestamp } from '@/api/types';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { Dialog } from '@/components/Dialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { TextField } from '@/components/fields';
import { Notice } from '@/components/Notice';
import { ErasureReport } from './ErasureReport';
import { nameOf } from './names';

/** What was erased, and when. */
export interface Erased {
  erasure: Erasure;
  person: Person;
  withTexts: boolean;
  at: Timestamp;
}

interface EraseDialogProps {
  person: Person;
  onClose: () => void;
  onErased: (erased: Erased) => void;
}

/** Erases a person in two steps: a dry run that shows what would change, then a typed confirmation. */
export function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const [withTexts, setWithTexts] = useState(false);
  const [typed, setTyped] = useState('');
  const confirmation = text('confirmationWord');
  const erase = (dryRun: boolean) =>
    requestJson<Erasure>(`/people/${person.id}/erase`, {
      method: 'POST',
      body: { dry_run: dryRun, with_texts: withTexts },
    });
  const plan = useMutation({ mutationFn: () => erase(true), gcTime: 0 });
  const execution = useMutation({
    mutationFn: () => erase(false),
    gcTime: 0,
    onSuccess: (erasure) => onErased({ erasure, person, withTexts, at: new Date().toISOString() }),
  });
  const isPending = plan.isPending || execution.isPending;
  return (
    <Dialog
      title={text('eraseQuestion', { name: nameOf(person) })}
      isOpen
      onClose={onClose}
      isDismissable={!isPending}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!plan.data) plan.mutate();
          else if (typed.trim() === confirmation) execution.mutate();
        }}
      >
        <div className="dialog-body">
          <p>{text('whatErasureDoes')}</p>
          <Checkbox
            isSelected={withTexts}
            onChange={(isSelected) => {
              setWithTexts(isSelected);
              plan.reset();
              setTyped('');
            }}
          >
            {text('blankTexts')}
          </Checkbox>
          {plan.error && <ErrorNotice error={plan.error} />}
          {plan.data && (
            <>
              <ErasureReport erasure={plan.data} />
              <Notice tone="danger" title={text('cannotBeUndone')} />
              <TextField
                label={text('typeToConfirm', { word: confirmation })}
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
            {shared('cancel')}
          </Button>
          {plan.data ? (
            <Button
              type="submit"
              variant="danger"
              isPending={execution.isPending}
              isDisabled={typed.trim() !== confirmation}
            >
              {text('erasePermanently')}
            </Button>
          ) : (
            <Button type="submit" variant="primary" isPending={plan.isPending}>
              {text('showWhatWouldChange')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
