/** The media types of the formats. */
export const mediaTypes: Record<string, string> = {
  iCalendar: 'text/calendar',
  Atom: 'application/atom+xml',
  'JSON Feed': 'application/feed+json',
};

/** A feed with its files by format. */
interface Feed {
  title: string;
  text: string;
  files: Record<string, string>;
}

/** The feeds of the server. */
export const feeds: Feed[] = [
  {
    title: 'Events',
    text: 'Events of the last 90 days, and all that are planned. A cancelled one is shown as cancelled for 30 days.',
    files: { iCalendar: 'events.ics' },
  },
  {
    title: 'Projects',
    text: 'The newest 50 projects of the platform.',
    files: { Atom: 'projects.atom', 'JSON Feed': 'projects.json' },
  },
  {
    title: 'Ideas',
    text: 'The newest 50 ideas that people have published.',
    files: { Atom: 'ideas.atom', 'JSON Feed': 'ideas.json' },
  },
];
