import { Fragment } from 'react';
import type { HealthCheck } from '@/api/types';
import { code } from '@/components/Code';
import { ServerText } from '@/components/ServerText';

/** A text of the server, in which codes are between backticks. */
const withCodes = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    .map((part, index) => (index % 2 === 1 ? <Fragment key={index}>{code(part)}</Fragment> : part));

/** What a check of the server found, and how to mend it. */
export function Finding({ check: { found, remedy } }: { check: HealthCheck }) {
  return (
    <ServerText>
      {withCodes(found)}
      {remedy && <span className="remedy">{withCodes(remedy)}</span>}
    </ServerText>
  );
}
