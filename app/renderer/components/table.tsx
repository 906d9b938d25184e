import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are end-aligned. */
  number?: boolean;
  /** Goes below 980 px; what it says is one click away. */
  wide?: boolean;
  width?: string;
}

/** Rows of 32 px, one line each. Takes columns, rows and a key; a selected row has a ground and a 2 px edge. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  selected,
  onOpen,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selected?: string;
  onOpen?: (row: Row) => void;
}): ReactNode {
  return (
    <table aria-label={label} className="w-full border-collapse">
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              style={{ inlineSize: column.width }}
              className={classNames(
                'h-7 border-line-2 border-b px-2 text-cap font-medium whitespace-nowrap text-ink-3 first:ps-4 last:pe-4',
                column.number ? 'text-end' : 'text-start',
                column.wide && 'compact:hidden',
              )}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <tr
              key={key}
              aria-selected={selected === undefined ? undefined : key === selected}
              onClick={onOpen && (() => onOpen(row))}
              className={classNames(key === selected ? 'bg-select' : onOpen && 'hover:bg-hover')}
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={classNames(
                    'h-8 border-line border-b px-2 align-middle first:ps-4 last:pe-4',
                    column.number && 'text-end',
                    column.wide && 'compact:hidden',
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
