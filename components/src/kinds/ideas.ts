import { ids, limit } from '../attributes';
import { type Card, type Images, line, recordText, spoken } from '../card';
import { dayText, time } from '../dates';
import { bubble, create, icon } from '../dom';
import { cut, plainText } from '../excerpt';
import type { Kind, Languages } from '../kind';
import { type Count, countText, textsIn } from '../texts';

/** The fields of an idea that are requested. */
export interface Idea {
  title: string;
  body: string;
  likes_count: number;
  comments_count: number;
  published_at: string | null;
  created_at: string;
  project_title: string;
  images: Images;
  href: string | null;
  status: string | null;
}

/** The parameter with the fields of an idea. */
export const ideaFields =
  'title,body,likes_count,comments_count,published_at,project_title,created_at,images,href,status';
const orders: Record<string, string> = { 'most-liked': '-likes_count', 'most-commented': '-comments_count' };
const thumb = 'M7 11v9H4v-9zm0 0 4-8a2.5 2.5 0 0 1 2.5 2.5V9H19a2 2 0 0 1 2 2.3l-1.2 7a2 2 0 0 1-2 1.7H7';

/** `<folkmoot-ideas>`: the newest, most liked or most commented ideas. */
export const ideas: Kind<Idea> = {
  name: 'ideas',
  attributes: ['project-id', 'phase-id', 'topic-ids', 'search', 'sort'],
  parameters: (attribute) => ({
    page_size: String(limit(attribute)),
    fields: ideaFields,
    type: 'idea',
    publication_status: 'published',
    sort: orders[attribute('sort') ?? ''] ?? '-created_at',
    project_id: attribute('project-id'),
    phase_id: attribute('phase-id'),
    topic_ids: ids(attribute('topic-ids')),
    search: attribute('search'),
  }),
  card: (idea, languages) => ideaCard(idea, languages, 200),
  emptySentence: () => 'noIdeas',
};

/** The card of an idea, with at most `length` characters of its text. */
export function ideaCard(idea: Idea, languages: Languages, length: number): Card {
  const { page, texts, records } = languages;
  const { status, project } = textsIn(texts);
  const date = time(idea.published_at) ?? time(idea.created_at);
  const labelled = (name: string, label: string, text: string | null) =>
    text ? line(name, spoken(`${label} `, texts), recordText(text, records)) : undefined;
  const count = (name: Count, value: number, path: string) =>
    create(
      'span',
      { class: 'count' },
      icon(path),
      create('span', { 'aria-hidden': 'true', lang: page }, new Intl.NumberFormat(page).format(value)),
      spoken(countText(texts, name, value), texts),
    );
  return {
    title: idea.title,
    href: idea.href,
    images: idea.images,
    text: cut(plainText(idea.body), length),
    label: labelled('status', status, idea.status),
    lines: [
      labelled('project', project, idea.project_title),
      line(
        'facts',
        date && create('time', { datetime: date.toISOString(), lang: page }, dayText(page, date)),
        count('likes', idea.likes_count, thumb),
        count('comments', idea.comments_count, bubble),
      ),
    ],
  };
}
