import text from 'messages:exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '@/api/problem';
import { exportQuery, exportsQuery } from '@/api/queries';
import { requestJson } from '@/api/request';
import type { AccessLevels, NewExport, OneExport } from '@/api/types';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { LevelChoice } from '@/components/LevelChoice';
import { Section } from '@/components/Section';
import { serverError } from '@/components/ServerText';
import { ClientChoice } from './ClientChoice';
import { FormatChoice } from './FormatChoice';
import { Readers } from './Readers';
import { RunningNotice } from './RunningNotice';

interface NewExportFormProps {
  levels: AccessLevels;
  /** The client that the export is for, if a link says so. */
  clientId?: string;
}

export function NewExportForm({ levels, clientId }: NewExportFormProps) {
  const [fields, setFields] = useState<NewExport>({
    access: clientId ? 'pseudonymous' : 'public',
    client_id: clientId ?? null,
    formats: ['parquet', 'csv'],
  });
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, error, reset } = useStart();
  const running = useQuery(exportsQuery(1)).data?.exports.find(({ state }) => state === 'running');
  const isConflict = hasCode(error, 'export-running');
  const isForClient = fields.access === 'pseudonymous';
  const set = (values: Partial<NewExport>) => {
    // The server's errors are about the previous values.
    reset();
    setFields({ ...fields, ...values });
  };
  const missing = {
    client: isForClient && !fields.client_id ? text('chooseClient') : undefined,
    formats: fields.formats.length === 0 ? text('selectFormat') : undefined,
  };
  const clientError = (isChecked ? missing.client : undefined) ?? serverError(error, 'client_id');
  const formatError = (isChecked ? missing.formats : undefined) ?? serverError(error, 'formats');
  const submit = () => {
    setIsChecked(true);
    if (missing.client || missing.formats) return;
    mutate({ ...fields, client_id: isForClient ? fields.client_id : null });
  };
  return (
    <form
      className="export-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Section title={text('contentQuestion')} description={text('contentDescription')}>
        <div className="export-level">
          <LevelChoice levels={levels} value={fields.access} onChange={(access) => set({ access })} />
          {isForClient ? (
            <ClientChoice
              value={fields.client_id ?? null}
              onChange={(client_id) => set({ client_id })}
              access="pseudonymous"
              description={text('clientDescription')}
              error={clientError}
            />
          ) : (
            <Readers access={fields.access} />
          )}
        </div>
      </Section>
      <Section title={text('formatQuestion')} description={text('formatDescription')}>
        <FormatChoice value={fields.formats} onChange={(formats) => set({ formats })} error={formatError} />
      </Section>
      {(clientError || formatError) && (
        <p className="field-error" role="alert">
          {isForClient && clientError ? clientError : formatError}
        </p>
      )}
      {running || isConflict ? (
        <RunningNotice running={running} isRejected={isConflict} />
      ) : (
        error && !clientError && !formatError && <ErrorNotice error={error} />
      )}
      <div className="actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {text('startExport')}
        </Button>
      </div>
    </form>
  );
}

/** Starts an export, then opens its page. */
function useStart() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: NewExport) => requestJson<OneExport>('/exports', { method: 'POST', body }),
    onSuccess: async ({ export: started }) => {
      queries.setQueryData(exportQuery(started.id).queryKey, started);
      void queries.invalidateQueries({ queryKey: ['exports'] });
      await navigate({ to: '/exports/$exportId', params: { exportId: started.id } });
    },
    onError: (error) => {
      if (hasCode(error, 'export-running')) void queries.invalidateQueries({ queryKey: ['exports'] });
    },
  });
}
