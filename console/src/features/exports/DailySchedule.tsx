import text from 'messages:exports';
import navigation from 'messages:navigation';
import shared from 'messages:shared';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { settingsQuery } from '@/api/queries';
import { AccessMark } from '@/components/AccessMark';
import { code } from '@/components/Code';
import { Fact } from '@/components/Fact';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { ClientLink } from './ClientLink';
import { namesOfFormats, type Schedule, scheduleOf } from './exports';

/** What the server exports each day. */
export function DailySchedule() {
  const query = useQuery(settingsQuery);
  return (
    <Section
      title={text('dailySchedule')}
      actions={
        <Link to="/settings" className="button button-secondary button-small">
          {navigation('settings')}
        </Link>
      }
    >
      <QueryView query={query} lines={3}>
        {(settings) => <Content schedule={scheduleOf(settings)} />}
      </QueryView>
    </Section>
  );
}

function Content({ schedule }: { schedule: Schedule }) {
  const stored = { count: schedule.keepDays, code };
  if (!schedule.at) {
    return <p className="export-schedule">{text('noDailyExports', stored)}</p>;
  }
  return (
    <div className="stack">
      <dl className="facts export-facts">
        <Fact label={text('everyDayAfter')}>
          {schedule.at}, {schedule.timeZone}
        </Fact>
        <Fact label={text('accessLevels')}>
          {schedule.levels.length === 0 && <span className="quiet">{shared('none')}</span>}
          <span className="schedule-list">
            {schedule.levels.map((access) => (
              <AccessMark key={access} access={access} />
            ))}
          </span>
        </Fact>
        <Fact label={text('forSingleClients')}>
          {schedule.clients.length === 0 && <span className="quiet">{shared('none')}</span>}
          <span className="schedule-list">
            {schedule.clients.map((clientId) => (
              <ClientLink key={clientId} clientId={clientId} />
            ))}
          </span>
        </Fact>
        <Fact label={text('formats')}>{namesOfFormats(schedule)}</Fact>
      </dl>
      <p className="quiet small">{text('settingsDecide', stored)}</p>
    </div>
  );
}
