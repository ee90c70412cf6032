import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { settingsQuery } from '@/api/queries';
import { AccessMark } from '@/components/AccessMark';
import { count } from '@/components/format';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { ClientLink } from './ClientLink';
import { namesOfFormats, type Schedule, scheduleOf } from './exports';

/** What the server exports each day. */
export function DailySchedule() {
  const query = useQuery(settingsQuery);
  return (
    <Section
      title="Daily schedule"
      actions={
        <Link to="/settings" className="button button-secondary button-small">
          Settings
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
  const stored = `Every export is deleted after ${count(schedule.keepDays, 'day')}.`;
  if (!schedule.at) {
    return (
      <p className="export-schedule">
        There are no daily exports. The setting <code translate="no">export-at</code> schedules them for a
        time of day such as <code translate="no">02:30</code>. {stored}
      </p>
    );
  }
  return (
    <div className="stack">
      <dl className="facts export-facts">
        <Fact label="Every day after">
          {schedule.at}, {schedule.timeZone}
        </Fact>
        <Fact label="Access levels">
          {schedule.levels.length === 0 && <span className="quiet">None</span>}
          <span className="schedule-list">
            {schedule.levels.map((access) => (
              <AccessMark key={access} access={access} />
            ))}
          </span>
        </Fact>
        <Fact label="For single clients">
          {schedule.clients.length === 0 && <span className="quiet">None</span>}
          <span className="schedule-list">
            {schedule.clients.map((clientId) => (
              <ClientLink key={clientId} clientId={clientId} />
            ))}
          </span>
        </Fact>
        <Fact label="Formats">{namesOfFormats(schedule)}</Fact>
      </dl>
      <p className="quiet small">
        {stored} The settings <code translate="no">export-at</code>, <code translate="no">export-access</code>
        , <code translate="no">export-clients</code>, <code translate="no">export-formats</code> and{' '}
        <code translate="no">export-keep-days</code> decide this.
      </p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
