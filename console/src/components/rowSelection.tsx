/** Rows of a table that can be selected. */
export interface RowSelection<Row> {
  /** The keys of the selected rows. */
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  isSelectable: (row: Row) => boolean;
  labelOf: (row: Row) => string;
  labelOfAll: string;
}

interface SelectionProps<Row> {
  selection: RowSelection<Row>;
  rowKey: (row: Row) => string;
}

export function SelectRow<Row>({ selection, row, rowKey }: SelectionProps<Row> & { row: Row }) {
  const { selected, onChange, isSelectable, labelOf } = selection;
  const key = rowKey(row);
  return (
    <input
      type="checkbox"
      className="select-row"
      aria-label={labelOf(row)}
      disabled={!isSelectable(row)}
      checked={selected.has(key)}
      onChange={({ target }) => {
        const others = [...selected].filter((each) => each !== key);
        onChange(new Set(target.checked ? [...others, key] : others));
      }}
    />
  );
}

/** Selects all rows that can be selected, or none. */
export function SelectAll<Row>({ selection, rows, rowKey }: SelectionProps<Row> & { rows: Row[] }) {
  const { selected, onChange, isSelectable, labelOfAll } = selection;
  const keys = rows.filter(isSelectable).map(rowKey);
  const chosen = keys.filter((key) => selected.has(key)).length;
  return (
    <input
      type="checkbox"
      className="select-row"
      aria-label={labelOfAll}
      disabled={keys.length === 0}
      checked={chosen > 0 && chosen === keys.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < keys.length;
      }}
      onChange={({ target }) => onChange(new Set(target.checked ? keys : []))}
    />
  );
}
