import { ids, limit } from '../attributes';
import { type Images, line } from '../card';
import { create } from '../dom';
import { cut, oneLine, plainText } from '../excerpt';
import type { Kind } from '../kind';
import { countText } from '../texts';

interface Project {
  title: string;
  description_html: string;
  description_preview: string;
  href: string | null;
  images: Images;
  ideas_count: number;
}

/** `<folkmoot-projects>`: the newest projects. */
export const projects: Kind<Project> = {
  name: 'projects',
  attributes: ['folder-id', 'topic-ids', 'area-ids'],
  parameters: (attribute) => ({
    page_size: String(limit(attribute)),
    fields: 'title,description_html,description_preview,href,images,ideas_count',
    publication_status: 'published',
    folder_id: attribute('folder-id'),
    topic_ids: ids(attribute('topic-ids')),
    area_ids: ids(attribute('area-ids')),
  }),
  card: (project, { texts }) => ({
    title: project.title,
    href: project.href,
    images: project.images,
    text: cut(oneLine(project.description_preview) || plainText(project.description_html), 200),
    lines: [line('ideas', create('bdi', { lang: texts }, countText(texts, 'ideas', project.ideas_count)))],
  }),
  emptySentence: () => 'noProjects',
  skeleton: 'media',
};
