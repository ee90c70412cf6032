/** A change of the API between two releases. */
export interface Change {
  kind: 'added' | 'changed' | 'deprecated' | 'removed';
  /** An operation (`GET /api/v2/ideas`), a part of it, or a field of a named schema (`Idea.title`). */
  subject: string;
  text: string;
  /** Whether it can make programs fail that were written for the earlier release. */
  breaking?: boolean;
  /** Whether the document limits the values of requests more. The server may always have refused the others. */
  limit?: boolean;
}

export const change = (kind: Change['kind'], subject: string, text = '', breaking = false): Change => ({
  kind,
  subject,
  text,
  ...(breaking && { breaking }),
});

/** The change if the condition is true. */
export const when = (condition: unknown, one: Change): Change[] => (condition ? [one] : []);
