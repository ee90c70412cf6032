import text from 'messages:overview';
import { Link } from '@tanstack/react-router';
import type { Health, HealthCheck, HealthState } from '@/api/types';
import { code } from '@/components/Code';
import { ServerText } from '@/components/ServerText';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { Finding } from './Finding';
import { HealthRow } from './HealthRow';

/** Checks that have a line of their own, from what the console knows. */
const SHOWN_ELSEWHERE = ['backups', 'clients', 'exports', 'mirror', 'public-api'];

/** Checks are named in the words of `folkmoot doctor`. */
const nameOf = ({ check }: HealthCheck) => code(check);

/** The last export, the backups, and what the checks of the server found. */
export function ServerChecks({ health }: { health: Health }) {
  const others = health.checks.filter(({ check }) => !SHOWN_ELSEWHERE.includes(check));
  const when = () => <When at={health.checked_at} isRelative />;
  return (
    <>
      <ul className="health-of-server">
        <ExportRow health={health} />
        {health.checks
          .filter(({ check }) => check === 'backups')
          .map((check) => (
            <HealthRow
              key={check.found}
              label={text('backups')}
              state={check.state}
              action={text('runBackup', { code })}
            >
              <Finding check={check} />
            </HealthRow>
          ))}
        {others
          .filter(({ state }) => state !== 'ok')
          .map((check) => (
            <HealthRow key={check.check} label={nameOf(check)} state={check.state}>
              <Finding check={check} />
            </HealthRow>
          ))}
      </ul>
      <PassedChecks checks={others.filter(({ state }) => state === 'ok')} />
      <p className="checked-at quiet small">{text('checkedAt', { when })}</p>
    </>
  );
}

function PassedChecks({ checks }: { checks: HealthCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <details className="disclosure passed-checks">
      <summary>{text('checksPassed', { count: checks.length })}</summary>
      <dl>
        {checks.map((check) => (
          <div key={check.check}>
            <dt>{nameOf(check)}</dt>
            <dd>
              <Finding check={check} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">{text('doctorCommand', { code })}</p>
    </details>
  );
}

/** The worst of the last export and of the daily schedule; `undefined` if no export has ended and none is expected. */
function stateOf(newest: Health['newest_export'], schedule?: HealthCheck): HealthState | undefined {
  if (newest?.is_failed) return 'problem';
  const state = schedule?.state ?? 'ok';
  return newest || state !== 'ok' ? state : undefined;
}

function ExportRow({ health: { checks, newest_export: newest } }: { health: Health }) {
  const canWrite = useCanWrite();
  const schedule = checks.find(({ check }) => check === 'exports');
  const when = () => <When at={newest?.ended_at ?? null} isRelative />;
  return (
    <HealthRow
      label={text('exports')}
      state={stateOf(newest, schedule)}
      action={canWrite && <Link to="/exports/new">{text('runExport')}</Link>}
    >
      {newest ? (
        <Link to="/exports/$exportId" params={{ exportId: newest.id }}>
          {newest.is_failed ? text('exportFailed', { when }) : text('exportSucceeded', { when })}
        </Link>
      ) : (
        text('noExport')
      )}
      {newest?.reason && (
        <span className="remedy">
          <ServerText>{newest.reason}</ServerText>
        </span>
      )}
      {schedule?.remedy && (
        <span className="remedy">
          <Finding check={schedule} />
        </span>
      )}
    </HealthRow>
  );
}
