import text from 'messages:clients';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '@/api/problem';
import { clientQuery } from '@/api/queries';
import type { Client, NewClient } from '@/api/types';
import { notify } from '@/components/announcements';
import { type Conflict, changedFields, conflictsOf, fieldsOf, rebase } from './conflict';
import { useClientMutation } from './useClientMutation';

/** The state of an edit: what it began from, what was entered, and what another administrator saved meanwhile. */
export function useEdit(client: Client, onClose: () => void) {
  const queries = useQueryClient();
  const [base, setBase] = useState({ version: client.version, fields: fieldsOf(client) });
  const [fields, setFields] = useState(base.fields);
  const [conflicts, setConflicts] = useState<Conflict[]>();
  const { mutateAsync, isPending, error } = useClientMutation<{ client: Client }>(client.id, '', () => {
    notify(text('saved'));
    onClose();
  });
  const readTheirs = async () => {
    const now = await queries.fetchQuery({ ...clientQuery(client.id), staleTime: 0 });
    setConflicts(conflictsOf(base.fields, fields, fieldsOf(now)));
    setFields(rebase(base.fields, fields, fieldsOf(now)));
    setBase({ version: now.version, fields: fieldsOf(now) });
  };
  return {
    base: base.fields,
    fields,
    setFields,
    conflicts,
    isPending,
    error,
    isConflict: hasCode(error, 'edit-conflict') && conflicts !== undefined,
    save: async (entered: NewClient) => {
      try {
        await mutateAsync({ version: base.version, ...changedFields(base.fields, entered) });
      } catch (failure) {
        // If reading fails as well, the conflict remains the error, and saving again reads again.
        if (hasCode(failure, 'edit-conflict')) await readTheirs().catch(() => undefined);
      }
    },
    takeTheirs: () => {
      setFields(base.fields);
      setConflicts(undefined);
    },
  };
}

export type Edit = ReturnType<typeof useEdit>;
