import type { FieldAccess } from '../model';

/** What an access level sees of a field, by the value of `x-access`. */
const treatments: Record<string, string> = {
  shown: 'shown',
  pseudonym: 'pseudonym',
  withheld: 'withheld',
  'truncated-to-day': 'truncated to the day',
  'truncated-to-day-in-some-records': 'truncated to the day in some records',
  rounded: 'rounded',
  'allowed-keys-only': 'shareable answers only',
  'withheld-while-voting': 'null while a vote runs',
  'public-records': 'counts public records only',
  'public-record': 'null if that record is not public',
};

/** What levels below `full` see of a field. Levels that see the same are listed together. */
export function fieldAccess(levels: Record<string, string>): FieldAccess[] {
  const groups: FieldAccess[] = [];
  for (const [level, treatment] of Object.entries(levels)) {
    const text = treatments[treatment] ?? treatment;
    const group = groups.find((known) => known.text === text);
    if (group === undefined) groups.push({ levels: [level], text });
    else group.levels.push(level);
  }
  return groups;
}
