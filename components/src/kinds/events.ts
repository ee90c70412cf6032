import { limit } from '../attributes';
import { line, recordText } from '../card';
import { dayParts, rangeText, time } from '../dates';
import { create } from '../dom';
import type { Kind } from '../kind';

interface FolkmootEvent {
  title: string;
  location: string | null;
  start_at: string;
  end_at: string | null;
}

/** `<folkmoot-events>`: upcoming or past events. */
export const events: Kind<FolkmootEvent> = {
  name: 'events',
  attributes: ['project-id', 'when', 'time-zone'],
  parameters(attribute, now) {
    // Caches can reuse the response for an hour.
    const time = new Date(now - (now % 3_600_000)).toISOString();
    const when = attribute('when');
    return {
      page_size: String(limit(attribute)),
      fields: 'title,location,start_at,end_at',
      sort: when === 'past' || when === 'all' ? '-start_at' : 'start_at',
      end_at: when === 'all' ? undefined : when === 'past' ? `,${time}` : `${time},`,
      project_id: attribute('project-id'),
    };
  },
  card(event, { page, records }, attribute) {
    // Intl throws an error with the name of an unknown time zone.
    const timeZone = attribute('time-zone')?.trim() || undefined;
    const start = time(event.start_at);
    const { day, month } = start ? dayParts(page, timeZone, start) : {};
    const range = start && rangeText(page, start, time(event.end_at), timeZone);
    return {
      title: event.title,
      // The line below the title contains the same day.
      lead: create(
        'div',
        { class: 'day', 'aria-hidden': 'true', lang: page },
        create('span', { class: 'month' }, month),
        create('span', { class: 'number' }, day),
      ),
      lines: [
        range
          ? line('time', create('time', { datetime: event.start_at, lang: page, dir: 'auto' }, range))
          : undefined,
        event.location ? line('place', recordText(event.location, records)) : undefined,
      ],
    };
  },
  emptySentence: (attribute) => (/^(past|all)$/.test(attribute('when') ?? '') ? 'noEvents' : 'noUpcoming'),
  skeleton: 'day',
};
