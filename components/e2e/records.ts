/** The records of the platform: ordinary ones, and ones that attack the pages that show them. */

const id = (resource: number, number: number) =>
  `${resource}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The ids of records that tests request. */
export const ids = {
  /** Has ordinary ideas. */
  budget: id(1, 1),
  /** Has hostile ideas. */
  hostile: id(1, 2),
  /** Has no records. */
  quiet: id(1, 3),
  /** Has ideas without images. */
  plain: id(1, 4),
  /** An ordinary idea. */
  idea: id(2, 1),
  /** What the public does not see. */
  hidden: { project: id(1, 6), ideas: [id(2, 4), id(2, 5), id(2, 13)] },
};

export const script = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
export const longTitle = 'x'.repeat(10_000);
/** A part of every value that the public does not see. */
export const canary = 'canary';
export const reversed = '\u202Eesrever';

const times = { created_at: '2026-03-01T09:00:00Z', updated_at: '2026-03-01T09:00:00Z' };

/** The files of an import. `images` is the beginning of the URLs of images. */
export function importFiles(images: string): Record<string, object[]> {
  const image = (name: string) => [{ small: `${images}/${name}`, medium: `${images}/${name}` }];
  const project = (number: number, fields: object) => ({
    id: id(1, number),
    slug: `project-${number}`,
    visible_to: 'public',
    publication_status: 'published',
    description_html: '',
    description_preview: '',
    all_areas: true,
    ...times,
    created_at: `2026-03-0${9 - number}T09:00:00Z`,
    ...fields,
  });
  const idea = (number: number, project_id: string, fields: object) => ({
    id: id(2, number),
    slug: `idea-${number}`,
    project_id,
    publication_status: 'published',
    body: '<p>The lawn is mown every week.</p><p>Nobody <b>uses</b> it.</p>',
    ...times,
    published_at: `2026-03-${String(28 - number).padStart(2, '0')}T09:00:00Z`,
    created_at: `2026-03-${String(28 - number).padStart(2, '0')}T09:00:00Z`,
    ...fields,
  });
  const event = (number: number, title: string, fields: object) => ({
    id: id(3, number),
    project_id: ids.budget,
    title_multiloc: { en: title, 'nl-BE': `${title} (nl)` },
    description: '',
    ...times,
    ...fields,
  });
  return {
    projects: [
      project(1, {
        title_multiloc: { en: 'A budget for the quarter', 'nl-BE': 'Een budget voor de wijk' },
        description_preview_multiloc: { en: 'Share out 100,000 euro.', 'nl-BE': 'Verdeel 100.000 euro.' },
        images: image('1.svg'),
      }),
      project(2, { title: script, description_html: `<p>Text of the project</p>${script}`, images: [] }),
      project(3, {
        title_multiloc: { 'nl-BE': 'Alleen in het Nederlands' },
        images: image('missing.svg'),
      }),
      project(4, { title: 'Plain', description_preview: 'Ideas without images.' }),
      project(5, { title: 'A draft', description_preview: canary, publication_status: 'draft' }),
      project(6, { title: canary, description_preview: canary, visible_to: 'admins' }),
    ],
    ideas: [
      idea(1, ids.budget, {
        title: 'Climbing plants along the canal',
        status: 'Accepted',
        author_id: id(4, 1),
        assignee_id: id(4, 1),
        custom_field_values: { answer: canary },
        likes_count: 1204,
        comments_count: 1,
        images: image('2.svg'),
      }),
      idea(2, ids.budget, { title: 'More bicycle parking', likes_count: 3, comments_count: 40 }),
      idea(3, ids.budget, { title: 'A bench at the school', likes_count: 7, comments_count: 2 }),
      idea(4, ids.budget, { title: 'A draft', body: canary, publication_status: 'draft' }),
      idea(5, ids.budget, { title: 'A response', body: canary, type: 'survey' }),
      idea(13, ids.hidden.project, { title: canary, body: canary, author_id: id(4, 1) }),
      idea(6, ids.hostile, {
        title: script,
        body: `<p>Before ${script} after &lt;b&gt;</p>`,
        status: script,
      }),
      idea(7, ids.hostile, { title: longTitle, body: longTitle, status: longTitle.slice(0, 500) }),
      idea(8, ids.hostile, { title: `${reversed} title`, body: `<p>${reversed} body</p>`, status: reversed }),
      idea(9, ids.hostile, { title: 'اقتراح لحديقة الحي', body: '<p>نريد حديقة جديدة.</p>' }),
      idea(10, ids.hostile, { title: 'Without a page', slug: null, images: image('missing.svg') }),
      idea(11, ids.plain, { title: 'A fountain in the park', likes_count: 12 }),
      idea(12, ids.plain, { title: 'Repair café', body: '' }),
    ],
    users: [
      {
        id: id(4, 1),
        email: `${canary}@zwenebeke.example`,
        slug: canary,
        first_name: canary,
        last_name: canary,
        roles: [],
        locale: 'en',
        ...times,
      },
    ],
    events: [
      event(4, canary, {
        project_id: ids.hidden.project,
        start_at: '2099-12-01T16:00:00Z',
        end_at: '2099-12-01T17:30:00Z',
      }),
      event(1, 'Walk along the canal', {
        location_multiloc: { en: 'The bridge', 'nl-BE': 'De brug' },
        start_at: '2099-10-01T16:00:00Z',
        end_at: '2099-10-01T17:30:00Z',
      }),
      event(2, 'Festival of ideas', { start_at: '2099-11-20T09:00:00Z', end_at: '2099-11-22T18:00:00Z' }),
      event(3, 'Evening at the town hall', {
        start_at: '2020-02-03T19:00:00Z',
        end_at: '2020-02-03T21:00:00Z',
      }),
    ],
  };
}
