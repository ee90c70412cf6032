import type { Change } from './change';
import type { Release } from './releases';

interface FeedOptions {
  title: string;
  /** The organisation that publishes the feed. */
  author: string;
  /** The URL of the page without its fragment. */
  page: string;
  /** The URL of the feed. */
  self: string;
}

/** The releases as an Atom feed (RFC 4287). The next release is not in it: its changes are not final. */
export function atomFeed(releases: Release[], { title, author, page, self }: FeedOptions): string {
  const entries = releases.filter(({ date }) => date !== undefined);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${escaped(title)}</title>`,
    `<id>${escaped(page)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    `<author><name>${escaped(author)}</name></author>`,
    `<updated>${timestamp(entries[0]?.date)}</updated>`,
    ...entries.map((release) => entryOf(release, page)),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(release: Release, page: string): string {
  const url = escaped(`${page}#${release.id}`);
  return [
    '<entry>',
    `<title>Version ${escaped(release.version ?? '')}</title>`,
    `<id>${url}</id>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<updated>${timestamp(release.date)}</updated>`,
    `<content type="html">${escaped(contentOf(release))}</content>`,
    '</entry>',
  ].join('\n');
}

function contentOf({ isFirst, operations, changes }: Release): string {
  if (isFirst) return `<p>First release, with ${operations} operations.</p>`;
  if (changes.length === 0) return '<p>No changes of the API.</p>';
  return `<ul>${changes.map((change) => `<li>${itemOf(change)}</li>`).join('')}</ul>`;
}

const itemOf = ({ kind, subject, text, breaking }: Change) =>
  `${breaking ? '<strong>Breaking:</strong> ' : ''}${kind} <code>${escaped(subject)}</code> ${text}`.trim();

const timestamp = (date = '1970-01-01') => `${date}T00:00:00Z`;

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
