import type { Change } from './change';

/** A change, or the same change of several operations. */
export interface ChangeGroup extends Pick<Change, 'text' | 'breaking'> {
  /** What changed; of a group, the part that its operations share, such as `query parameter cursor`. */
  subject: string;
  /** The operations of a group; a single change has none. */
  operations: string[];
}

/** Fewer operations are listed one by one. */
const minimumSize = 3;

/** Groups changes of the same part of several operations, in the order of the first of each group. */
export function grouped(changes: Change[]): ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${partOf(change) ?? change.subject} ${change.breaking ?? false}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((members): ChangeGroup[] => {
    const part = members[0] && partOf(members[0]);
    if (part === undefined || members.length < minimumSize) {
      return members.map((member) => ({ ...member, operations: [] }));
    }
    const [{ text, breaking }] = members as [Change, ...Change[]];
    return [
      {
        subject: part,
        text: members.every((member) => member.text === text) ? text : '',
        ...(breaking && { breaking }),
        operations: members.map(({ subject }) => subject.slice(0, -part.length - 1)),
      },
    ];
  });
}

/** The part of an operation that changed: `GET /api/v2/ideas query parameter cursor` has a `query parameter cursor`. */
const partOf = ({ subject }: Change) => /^[A-Z]+ \/\S* (.+)$/.exec(subject)?.[1];
