import { expect, test } from 'vitest';
import { type Attribute, limit } from './attributes';
import type { Kind } from './kind';
import { events } from './kinds/events';
import { idea } from './kinds/idea';
import { ideas } from './kinds/ideas';
import { projects } from './kinds/projects';
import { requestUrl } from './request';

const now = Date.parse('2026-10-01T16:59:59.999Z');

/** The URL of an element with these attributes. */
function url<Shown>(kind: Kind<Shown>, attributes: Record<string, string> = {}) {
  const attribute: Attribute = (name) => attributes[name] ?? null;
  const path = kind.path?.(attribute) ?? kind.name;
  const parameters = kind.parameters(attribute, now);
  return new URL(requestUrl({ server: 'https://x.example/prefix/', key: 'fmp_a', path, parameters }));
}

const query = <Shown>(kind: Kind<Shown>, attributes?: Record<string, string>) =>
  Object.fromEntries(url(kind, attributes).searchParams);

test('the path of the server precedes that of the API', () => {
  expect(url(ideas).href).toMatch(/^https:\/\/x\.example\/prefix\/api\/v2\/ideas\?key=fmp_a&/);
});

test('projects are published', () => {
  expect(query(projects)).toEqual({
    key: 'fmp_a',
    page_size: '6',
    fields: 'title,description_html,description_preview,href,images,ideas_count',
    publication_status: 'published',
  });
  const attributes = { 'folder-id': ' f ', 'topic-ids': 'a, b\nc', 'area-ids': ' ' };
  expect(query(projects, attributes)).toMatchObject({ folder_id: 'f', topic_ids: 'a,b,c' });
  expect(query(projects, attributes)).not.toHaveProperty('area_ids');
});

test('ideas are published, no survey responses, and newest first', () => {
  expect(query(ideas)).toMatchObject({ type: 'idea', publication_status: 'published', sort: '-created_at' });
  expect(query(ideas, { sort: 'most-liked' }).sort).toBe('-likes_count');
  expect(query(ideas, { sort: 'most-commented' }).sort).toBe('-comments_count');
  expect(query(ideas, { sort: 'unknown' }).sort).toBe('-created_at');
  const attributes = { 'project-id': 'p', 'phase-id': 'h', search: 'a&b', 'topic-ids': 't' };
  const expected = { project_id: 'p', phase_id: 'h', search: 'a&b', topic_ids: 't' };
  expect(query(ideas, attributes)).toMatchObject(expected);
});

test('the period of events begins or ends with the hour', () => {
  const hour = '2026-10-01T16:00:00.000Z';
  expect(query(events)).toMatchObject({ sort: 'start_at', end_at: `${hour},` });
  expect(query(events, { when: 'upcoming' })).toEqual(query(events));
  expect(query(events, { when: 'past' })).toMatchObject({ sort: '-start_at', end_at: `,${hour}` });
  expect(query(events, { when: 'all' })).toMatchObject({ sort: '-start_at' });
  expect(query(events, { when: 'all' })).not.toHaveProperty('end_at');
});

test('an id is one segment of the path', () => {
  expect(url(idea, { 'idea-id': '../users?x' }).pathname).toBe('/prefix/api/v2/ideas/..%2Fusers%3Fx');
  expect(() => url(idea)).toThrow("the attribute 'idea-id' must be the id of an idea.");
});

test('the limit is between 1 and 24', () => {
  const limitOf = (value: string | null) => limit(() => value);
  expect([null, '', 'many', '0', '-3', '1', '7', '24', '99'].map(limitOf)).toEqual([
    6, 6, 6, 1, 1, 1, 7, 24, 24,
  ]);
});
