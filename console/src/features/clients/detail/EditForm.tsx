import text from 'messages:clients';
import shared from 'messages:shared';
import type { ReactNode } from 'react';
import type { NewClient } from '@/api/types';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { ConflictNotice } from './ConflictNotice';
import { changedFields } from './conflict';
import type { Edit } from './useEdit';

interface EditFormProps {
  title: string;
  edit: Edit;
  /** What is saved. */
  entered: NewClient;
  isValid?: boolean;
  size?: 'wide';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that edits a client. If another administrator saved a change in between, shows it before saving over it. */
export function EditForm({ title, edit, entered, isValid = true, size, onClose, children }: EditFormProps) {
  const isChanged = Object.keys(changedFields(edit.base, entered)).length > 0;
  return (
    <Dialog title={title} isOpen onClose={onClose} size={size} isDismissable={!edit.isPending && !isChanged}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && isValid) void edit.save(entered);
        }}
      >
        <div className="dialog-body">
          {edit.conflicts && <ConflictNotice conflicts={edit.conflicts} onTakeTheirs={edit.takeTheirs} />}
          {children}
          {edit.error && !edit.isConflict ? <ErrorNotice error={edit.error} /> : null}
        </div>
        <div className="dialog-actions">
          <Button onPress={onClose} isDisabled={edit.isPending}>
            {shared('cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            isPending={edit.isPending}
            isDisabled={!isChanged || !isValid}
          >
            {edit.conflicts ? text('saveOverIt') : shared('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
