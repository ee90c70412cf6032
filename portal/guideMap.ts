/** A guide about operations or parameters of the API. */
export interface Guide {
  label: string;
  to: string;
  /**
   * Operations as method and path below `/api/v2`, `lists` for all lists of records, `items` for all single records,
   * `deletions` for all lists of deletions, or `webhooks`.
   */
  operations?: string[];
  /** Parameters of all operations, by name. */
  parameters?: string[];
}

/**
 * The guides that pages of the reference lead to, in the order in which they are shown. Every guide under "Use the API" is here,
 * and every operation has a guide.
 */
export const guideMap: Guide[] = [
  {
    label: 'First request',
    to: '/guides/start-first-request',
    operations: ['POST /authenticate', 'GET /ideas'],
  },
  { label: 'Pagination, sorting, filtering and dates', to: '/guides/use-lists', operations: ['lists'] },
  { label: 'Download complete lists', to: '/guides/use-downloads', operations: ['lists', 'GET /exports'] },
  {
    label: 'Formats and tools',
    to: '/guides/use-formats',
    operations: ['GET /exports', 'GET /ideas', 'GET /events'],
  },
  {
    label: 'Sync to your own database',
    to: '/guides/use-sync',
    operations: ['GET /changes', 'GET /exports', 'deletions'],
  },
  { label: 'Webhooks', to: '/guides/use-webhooks', operations: ['webhooks', 'GET /changes'] },
  { label: 'Data model', to: '/guides/use-data-model', operations: ['items', 'deletions', 'GET /platform'] },
  {
    label: 'Votes',
    to: '/guides/use-data-model#votes',
    operations: ['GET /baskets', 'GET /basket_ideas', 'GET /idea_phases'],
  },
  {
    label: 'Files',
    to: '/guides/use-files',
    operations: [
      'GET /files',
      'POST /files',
      'GET /files/{id}',
      'PATCH /files/{id}',
      'PUT /files/{id}',
      'DELETE /files/{id}',
      'GET /files/deleted',
    ],
  },
  {
    label: 'Personal data',
    to: '/guides/use-personal-data',
    operations: ['GET /users', 'GET /users/{id}', 'GET /users/deleted'],
  },
  {
    label: 'Show content on your website',
    to: '/guides/use-website',
    operations: ['GET /projects', 'GET /projects/{project_id}/phases', 'GET /events'],
  },
  {
    label: 'Errors and retries',
    to: '/guides/use-errors',
    operations: ['POST /authenticate', 'GET /changes'],
  },
  { label: 'Errors', to: '/guides/reference-problems', operations: ['POST /authenticate'] },
  { label: 'Python', to: '/guides/use-python', operations: ['GET /ideas', 'GET /changes'] },
  {
    label: 'TypeScript and JavaScript',
    to: '/guides/use-typescript',
    operations: ['GET /ideas', 'GET /changes'],
  },
  {
    label: 'Power BI, Excel, R and Python',
    to: '/guides/use-analysis-tools',
    operations: ['GET /ideas', 'GET /basket_ideas'],
  },
  { label: 'Google Sheets', to: '/guides/use-google-sheets', operations: ['GET /ideas', 'GET /comments'] },
  {
    label: 'Looker Studio, Metabase and Superset',
    to: '/guides/use-dashboards',
    operations: ['GET /exports'],
  },
  { label: 'Tableau', to: '/guides/use-tableau', operations: ['GET /exports'] },
  {
    label: 'Maps',
    to: '/guides/use-maps',
    operations: ['GET /ideas', 'GET /events', 'GET /projects'],
    parameters: ['bbox'],
  },
  {
    label: 'Votes and opinions for research',
    to: '/guides/use-votes-research',
    operations: [
      'GET /phases/{id}/pabulib',
      'GET /projects/{id}/polis/summary.csv',
      'GET /projects/{id}/polis/comments.csv',
      'GET /projects/{id}/polis/votes.csv',
      'GET /projects/{id}/polis/participant-votes.csv',
      'GET /projects/{id}/polis/comment-groups.csv',
    ],
    parameters: ['country', 'unit', 'instance', 'budget', 'rule'],
  },
  { label: 'Airbyte, dlt and dbt', to: '/guides/use-pipelines', operations: ['GET /changes'] },
  { label: 'n8n and Zapier', to: '/guides/use-automation', operations: ['GET /changes', 'GET /comments'] },
  { label: 'Assistants', to: '/guides/use-assistants', operations: ['GET /platform', 'GET /changes'] },
  {
    label: 'Generated clients and tools',
    to: '/guides/use-clients-and-tools',
    operations: ['POST /authenticate', 'GET /exports'],
  },
  { label: 'Time zones', to: '/guides/reference-timezones', operations: ['GET /events'] },
  {
    label: 'Pagination',
    to: '/guides/use-lists#pagination',
    parameters: ['page_size', 'page_number', 'cursor'],
  },
  { label: 'Sorting', to: '/guides/use-lists#sorting', parameters: ['sort'] },
  { label: 'Fields', to: '/guides/use-lists#fields', parameters: ['fields'] },
  { label: 'Languages', to: '/guides/use-lists#languages', parameters: ['locale'] },
  {
    label: 'Date filters',
    to: '/guides/use-lists#date-filters',
    parameters: ['created_at', 'updated_at', 'deleted_at'],
  },
  { label: 'Dates of phases', to: '/guides/use-lists#dates-of-phases', parameters: ['start_at', 'end_at'] },
  { label: 'Complete lists', to: '/guides/use-downloads', parameters: ['format'] },
  { label: 'CSV', to: '/guides/use-downloads#csv', parameters: ['delimiter', 'bom'] },
  { label: 'Resume a download', to: '/guides/use-downloads#resume-a-download', parameters: ['resume_after'] },
  { label: 'Changes', to: '/guides/use-sync#changes', parameters: ['after', 'limit', 'resources'] },
  { label: 'Near real time', to: '/guides/use-sync#near-real-time', parameters: ['wait'] },
];
