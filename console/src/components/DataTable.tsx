import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { useIsNarrow } from './useIsNarrow';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Where the column is on a card; otherwise it is a line with its header. */
  onCard?: 'title' | 'hidden';
  /** The values of the parameter `sort`, if the column can be sorted. */
  sort?: { ascending?: string; descending?: string };
}

interface DataTableProps<Row> {
  /** What the table contains, for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  sort?: string;
  onSort?: (sort: string) => void;
  /** A table of few narrow columns remains a table on phones. */
  isCompact?: boolean;
}

/** A table, which is a list of cards on phones; the first column is the heading of a row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useIsNarrow();
  return isNarrow && !props.isCompact ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Row>({ label, columns, rows, rowKey, sort, onSort }: DataTableProps<Row>) {
  return (
    // What scrolls needs the focus to be scrolled with keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    // biome-ignore lint/a11y/useSemanticElements: the element does not group form fields.
    <div className="table-frame" role="group" aria-label={label} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, cell, isNumeric }, index) =>
                index === 0 ? (
                  <th key={key} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} className={isNumeric ? 'numeric' : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderProps<Row> {
  column: Column<Row>;
  sort?: string;
  onSort?: (sort: string) => void;
}

function Header<Row>({ column: { header, isNumeric, sort: values }, sort, onSort }: HeaderProps<Row>) {
  const className = isNumeric ? 'numeric' : undefined;
  if (!values || !onSort) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const direction = directionOf(values, sort);
  const next =
    (direction === 'ascending' ? values.descending : values.ascending) ??
    values.descending ??
    values.ascending;
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className="sort" onClick={() => next && onSort(next)}>
        {header}
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}

function directionOf(values: { ascending?: string; descending?: string }, sort?: string) {
  if (!sort) return undefined;
  if (sort === values.ascending) return 'ascending';
  return sort === values.descending ? 'descending' : undefined;
}

function Cards<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const titles = columns.filter(({ onCard }, index) => index === 0 || onCard === 'title');
  const lines = columns.filter(({ onCard }, index) => index > 0 && !onCard);
  return (
    <ul className="cards" aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="card">
          <div className="card-title">
            {titles.map(({ key, cell }) => (
              <span key={key}>{cell(row)}</span>
            ))}
          </div>
          <dl>
            {lines.map(({ key, header, cell }) => (
              <div key={key}>
                <dt>{header}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
