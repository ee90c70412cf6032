import text from 'messages:shared';
import type { ReactNode } from 'react';
import { timeZone } from './format';
import { Icon } from './Icon';
import { type RowSelection, SelectAll, SelectRow } from './rowSelection';
import { useIsNarrow } from './useIsNarrow';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Whether only wide windows have room for the column. */
  isWideOnly?: boolean;
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
  /** Rows that can be selected, with a checkbox each. */
  selection?: RowSelection<Row>;
  /** A table of few narrow columns remains a table on phones. */
  isCompact?: boolean;
  /** The time zone of the times or of the days in the table. */
  zone?: 'local' | 'UTC';
}

/** A table, which is a list of cards on phones; the first column is the heading of a row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isNarrow = useIsNarrow();
  return (
    <>
      {isNarrow && !props.isCompact ? <Cards {...props} /> : <Table {...props} />}
      {props.zone && (
        <p className="table-zone quiet small">
          {props.zone === 'UTC' ? text('daysInUtc') : text('timesInZone', { zone: timeZone() })}
        </p>
      )}
    </>
  );
}

const classOf = ({ isNumeric, isWideOnly }: { isNumeric?: boolean; isWideOnly?: boolean }) =>
  [isNumeric && 'numeric', isWideOnly && 'wide-only'].filter(Boolean).join(' ') || undefined;

function Table<Row>({ label, columns, rows, rowKey, sort, onSort, selection }: DataTableProps<Row>) {
  return (
    // What scrolls needs the focus to be scrolled with keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    // biome-ignore lint/a11y/useSemanticElements: the element does not group form fields.
    <div className="table-frame" role="group" aria-label={label} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {selection && (
              <td className="select-cell">
                <SelectAll selection={selection} rows={rows} rowKey={rowKey} />
              </td>
            )}
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={selection?.selected.has(rowKey(row)) ? 'selected' : undefined}>
              {selection && (
                <td className="select-cell">
                  <SelectRow selection={selection} row={row} rowKey={rowKey} />
                </td>
              )}
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={classOf(column)}>
                    {column.cell(row)}
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

function Header<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { header, sort: values } = column;
  const className = classOf(column);
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

function Cards<Row>({ label, columns, rows, rowKey, selection }: DataTableProps<Row>) {
  const titles = columns.filter(({ onCard }, index) => index === 0 || onCard === 'title');
  const lines = columns.filter(({ onCard }, index) => index > 0 && !onCard);
  return (
    <ul className="cards" aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="card">
          <div className="card-title">
            {selection && <SelectRow selection={selection} row={row} rowKey={rowKey} />}
            {titles.map(({ key, cell }) => (
              <span key={key}>{cell(row)}</span>
            ))}
          </div>
          <dl>
            {lines.map(({ key, header, cell }) => {
              const content = cell(row);
              return (
                content && (
                  <div key={key}>
                    <dt>{header}</dt>
                    <dd>{content}</dd>
                  </div>
                )
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
