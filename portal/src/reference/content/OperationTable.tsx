import Link from '@docusaurus/Link';
import clsx from 'clsx';
import { Fragment } from 'react';
import type { OverviewGroup, OverviewOperation } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Html from './Html';
import Method from './Method';
import styles from './overview.module.css';

/**
 * All operations by group. Rows have the ids of their operations, so that anchors of the complete reference lead to them. The first row
 * of a group has the permission of its first operation; other operations show theirs if it differs.
 */
export default function OperationTable({ groups }: { groups: OverviewGroup[] }) {
  return (
    <table className={styles.operations}>
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Description</th>
          <th scope="col">Permission</th>
        </tr>
      </thead>
      {groups.map(({ id, title, objects, operations, webhooks }) => (
        <tbody key={id} aria-labelledby={id}>
          <tr className={styles.group}>
            <th scope="rowgroup" colSpan={2}>
              <AnchoredHeading as="h3" id={id} title={title}>
                {title}
              </AnchoredHeading>{' '}
              {webhooks && (
                <Link id={webhooks.id} to={`/api/${webhooks.page}`}>
                  {webhooks.title}
                </Link>
              )}
              {objects.map((object) => (
                <Link key={object.id} id={object.id} to={`/api/${object.page}`}>
                  {`The ${object.title} object`}
                </Link>
              ))}
            </th>
            <td>{operations[0] && <Permission scopes={operations[0].scopes} />}</td>
          </tr>
          {operations.map((operation) => (
            <Row
              key={operation.id}
              operation={operation}
              hasOwnPermission={String(operation.scopes) !== String(operations[0]?.scopes)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps {
  operation: OverviewOperation;
  hasOwnPermission: boolean;
}

function Row({ operation, hasOwnPermission }: RowProps) {
  const { id, page, method, path, title, sentence, filters, scopes, deprecated } = operation;
  return (
    <tr id={id}>
      <td>
        <Link className={clsx(deprecated && styles.deprecated)} to={`/api/${page}`}>
          {title}
        </Link>
        <p className={styles.endpoint}>
          <Method method={method} /> <code translate="no">{path}</code>
        </p>
      </td>
      <td>
        <Html html={sentence} />
        {filters.length > 0 && (
          <p className={styles.filters}>
            Filters:{' '}
            {filters.map((filter, index) => (
              <span key={filter}>
                {index > 0 && ', '}
                <code translate="no">{filter}</code>
              </span>
            ))}
          </p>
        )}
      </td>
      <td>{hasOwnPermission && <Permission scopes={scopes} />}</td>
    </tr>
  );
}

/** What a token must permit. */
function Permission({ scopes }: Pick<OverviewOperation, 'scopes'>) {
  if (scopes === undefined) return <span className={styles.quiet}>no token needed</span>;
  if (scopes.length === 0) return <span className={styles.quiet}>any token</span>;
  return scopes.map((scope) => (
    <Fragment key={scope}>
      <code translate="no">{scope}</code>{' '}
    </Fragment>
  ));
}
