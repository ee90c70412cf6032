import { Fragment } from 'react';

/** A name whose lines may end after its slashes and underscores, and not within a word. */
export default function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?<=[/_])/);
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
