/** A resource in the diagram of the data model. */
export interface Box {
  /** The name of its list. */
  name: string;
  x: number;
  y: number;
  /** The fields that contain the ID of another record. */
  references: string[];
  /** Whether its records form one set with others in a vote, in an event and so on; only the colour depends on it. */
  tone: 'content' | 'votes' | 'people' | 'other';
}

/** A relation in the diagram. */
export interface Relation {
  /** The path of the line, from one resource to the other. */
  path: string;
  /** The ends at which there can be many records: their coordinates, and where the line comes from. */
  many: { x: number; y: number; from: 'left' | 'right' | 'above' | 'below' }[];
  /** The list, filter or field behind the relation, if the boxes do not show it. */
  label?: { text: string; x: number; y: number; anchor: 'start' | 'middle' | 'end' };
  /** Whether the relation is only a filter: no list and no field contains it. */
  filterOnly?: boolean;
}

/** The size of the drawing. */
export const size = { width: 880, height: 862 };

/** The width of a box. */
export const boxWidth = 220;

const [left, middle, right] = [0, 330, 660];
const [x1, x2, x3] = [left + boxWidth / 2, middle + boxWidth / 2, right + boxWidth / 2];

/** The fields that contain the ID of a user. */
export const userFields = ['user_id', 'author_id', 'assignee_id', 'attendee_id', 'uploader_id'];

/** The height of a box with this number of fields. */
export const boxHeight = (fields: number) => (fields ? 46 + fields * 20 : 38);

export const boxes: Box[] = [
  { name: 'project_folders', x: middle, y: 0, references: [], tone: 'content' },
  { name: 'areas', x: right, y: 0, references: [], tone: 'other' },
  { name: 'files', x: left, y: 84, references: ['uploader_id'], tone: 'other' },
  { name: 'projects', x: middle, y: 84, references: ['folder_id'], tone: 'content' },
  { name: 'topics', x: right, y: 104, references: [], tone: 'other' },
  { name: 'events', x: left, y: 200, references: ['project_id'], tone: 'people' },
  { name: 'phases', x: middle, y: 200, references: ['project_id'], tone: 'content' },
  { name: 'volunteering_causes', x: right, y: 200, references: ['phase_id'], tone: 'people' },
  { name: 'event_attendances', x: left, y: 320, references: ['event_id', 'attendee_id'], tone: 'people' },
  {
    name: 'ideas',
    x: middle,
    y: 320,
    references: ['project_id', 'creation_phase_id', 'author_id', 'assignee_id'],
    tone: 'content',
  },
  {
    name: 'volunteering_volunteers',
    x: right,
    y: 320,
    references: ['volunteering_cause_id', 'user_id'],
    tone: 'people',
  },
  { name: 'comments', x: left, y: 508, references: ['idea_id', 'parent_id', 'author_id'], tone: 'content' },
  { name: 'basket_ideas', x: middle, y: 508, references: ['basket_id', 'idea_id'], tone: 'votes' },
  { name: 'baskets', x: right, y: 508, references: ['phase_id', 'project_id', 'user_id'], tone: 'votes' },
  { name: 'reactions', x: left, y: 676, references: ['reactable_id', 'user_id'], tone: 'content' },
  { name: 'email_campaigns', x: middle, y: 676, references: [], tone: 'other' },
  {
    name: 'email_campaign_deliveries',
    x: right,
    y: 676,
    references: ['email_campaign_id', 'user_id'],
    tone: 'other',
  },
];

/** In drawing order: a line interrupts those before it where they cross. */
export const relations: Relation[] = [
  { path: `M${x2} 38V84`, many: [{ x: x2, y: 84, from: 'above' }] },
  {
    path: 'M550 102H580V19H660',
    many: [
      { x: 550, y: 102, from: 'right' },
      { x: 660, y: 19, from: 'left' },
    ],
    label: { text: 'area_ids', x: 615, y: 12, anchor: 'middle' },
    filterOnly: true,
  },
  {
    path: 'M550 120H660',
    many: [
      { x: 550, y: 120, from: 'right' },
      { x: 660, y: 120, from: 'left' },
    ],
    label: { text: 'project_topics', x: 607, y: 113, anchor: 'middle' },
  },
  {
    path: 'M550 344H640V134H660',
    many: [
      { x: 550, y: 344, from: 'right' },
      { x: 660, y: 134, from: 'left' },
    ],
    label: { text: 'idea_topics', x: 633, y: 300, anchor: 'end' },
  },
  {
    path: 'M330 104H220',
    many: [{ x: 220, y: 104, from: 'right' }],
    label: { text: 'project_id', x: 275, y: 97, anchor: 'middle' },
    filterOnly: true,
  },
  { path: 'M330 122H284V232H220', many: [{ x: 220, y: 232, from: 'right' }] },
  { path: 'M330 138H304V352H330', many: [{ x: 330, y: 352, from: 'left' }] },
  { path: `M${x2} 150V200`, many: [{ x: x2, y: 200, from: 'above' }] },
  {
    path: `M${x2} 266V320`,
    many: [
      { x: x2, y: 266, from: 'below' },
      { x: x2, y: 320, from: 'above' },
    ],
    label: { text: 'idea_phases', x: x2 + 12, y: 297, anchor: 'start' },
  },
  { path: `M${x1} 266V320`, many: [{ x: x1, y: 320, from: 'above' }] },
  { path: 'M550 224H660', many: [{ x: 660, y: 224, from: 'left' }] },
  { path: 'M550 248H566V540H660', many: [{ x: 660, y: 540, from: 'left' }] },
  { path: `M${x3} 266V320`, many: [{ x: x3, y: 320, from: 'above' }] },
  { path: `M${x2} 446V508`, many: [{ x: x2, y: 508, from: 'above' }] },
  { path: 'M660 572H550', many: [{ x: 550, y: 572, from: 'right' }] },
  { path: 'M330 404H284V540H220', many: [{ x: 220, y: 540, from: 'right' }] },
  { path: 'M330 424H304V712H220', many: [{ x: 220, y: 712, from: 'right' }] },
  { path: `M${x1} 614V676`, many: [{ x: x1, y: 676, from: 'above' }] },
  { path: 'M220 562H248V586H220', many: [{ x: 220, y: 586, from: 'right' }] },
  { path: 'M550 695H660', many: [{ x: 660, y: 695, from: 'left' }] },
];
