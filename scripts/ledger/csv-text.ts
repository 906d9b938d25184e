/** Rows as CSV text, each field in quotes where it needs them, each line ended. */
export function csvText(rows: readonly (readonly string[])[], separator = ','): string {
  return rows.map((row) => `${row.map((value) => field(value, separator)).join(separator)}\n`).join('');
}

function field(value: string, separator: string): string {
  return value.includes(separator) || value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
}
