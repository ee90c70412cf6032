import text from 'messages:clients';
import type { AccessLevel, AccessPeriod } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { levels } from '@/components/access';
import { formatDay } from '@/components/format';
import { Empty } from '@/components/Section';
import { resourceNames } from '../resourceGroups';

const isLevel = (access: string): access is AccessLevel => levels.some((level) => level === access);

const dayOf = (at: string) => formatDay(at.slice(0, 10));

/** What a client could read and when, the latest first. */
export function AccessPeriods({ periods }: { periods: AccessPeriod[] }) {
  if (periods.length === 0) return <Empty title={text('neverUsable')} />;
  return (
    <ol className="periods" aria-label={text('accessPeriods')}>
      {periods.map(({ from, until, access, resources }) => (
        <li key={from} className={until ? 'period' : 'period period-current'}>
          <span className="period-days">
            {until
              ? text('fromUntil', { from: dayOf(from), until: dayOf(until) })
              : text('since', { from: dayOf(from) })}
          </span>
          <span>
            {isLevel(access) ? <AccessMark access={access} /> : access}
            <span className="period-resources">
              {resources ? resourceNames(resources) : text('allResources')}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
