import text from 'messages:clients';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accessLevelsQuery } from '@/api/queries';
import type { AccessLevels, Client, Day } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { ExpiryField } from '@/components/ExpiryField';
import { expiryError, lastDay, proposedDay } from '@/components/expiry';
import { formatDay, today } from '@/components/format';
import { Notice } from '@/components/Notice';
import { RadioCards } from '@/components/RadioCards';
import { ChangeDialog, ChangedClients } from './ChangeDialog';
import { renewalsOf } from './renewal';

interface RenewDialogProps {
  clients: Client[];
  onClose: () => void;
}

/** Where the choice is a day of its own, in place of a number of months. */
const OTHER = 'other';

/** Sets the last day of one or several clients. */
export function RenewDialog(props: RenewDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(accessLevelsQuery);
  if (data) return <Loaded {...props} levels={data} />;
  if (!error) return null;
  return (
    <Dialog title={titleOf(props.clients)} isOpen onClose={props.onClose}>
      <div className="dialog-body">
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    </Dialog>
  );
}

const namesOf = (clients: Client[]) => ({ count: clients.length, name: clients[0]?.name ?? '' });

const titleOf = (clients: Client[]) => text('renewQuestion', namesOf(clients));

/** The clients whose access a last day would shorten. */
const endingEarlier = (clients: Client[], day: Day) =>
  clients.filter(({ expires_at }) => expires_at === null || expires_at > day);

function Loaded({ clients, levels, onClose }: RenewDialogProps & { levels: AccessLevels }) {
  const renewals = renewalsOf(levels.max_days, today());
  const proposed = renewals.at(-1)?.day ?? lastDay(levels.max_days, today()) ?? proposedDay(levels, today());
  const [choice, setChoice] = useState<Day>(renewals.at(-1)?.day ?? OTHER);
  const [otherDay, setOtherDay] = useState<Day | null>(proposed);
  const day = choice === OTHER ? otherDay : choice;
  const error = expiryError(day, levels.max_days, today());
  const shortened = day && !error ? endingEarlier(clients, day) : [];
  return (
    <ChangeDialog
      title={titleOf(clients)}
      clients={clients}
      change={error ? undefined : { kind: 'renew', expires_at: day }}
      action={text('renew')}
      tone="primary"
      success={(changed) => text('renewed', namesOf(changed))}
      onClose={onClose}
    >
      <ChangedClients clients={clients} />
      <RadioCards
        legend={text('howLong')}
        options={[
          ...renewals.map((renewal) => ({
            value: renewal.day,
            title: text('renewMonths', { count: renewal.months }),
            purpose: text('untilDay', { day: formatDay(renewal.day) }),
          })),
          { value: OTHER, title: text('otherDay') },
        ]}
        value={choice}
        onChange={(chosen) => {
          if (choice !== OTHER) setOtherDay(choice);
          setChoice(chosen);
        }}
      />
      {choice === OTHER && (
        <ExpiryField
          value={otherDay}
          onChange={setOtherDay}
          proposed={proposed}
          maxDays={levels.max_days}
          error={error}
        />
      )}
      {shortened.length > 0 && <Notice tone="warning" title={text('endsEarlier', namesOf(shortened))} />}
      <p className="quiet small">{text('renewalKeepsCredentials', { count: clients.length })}</p>
    </ChangeDialog>
  );
}
