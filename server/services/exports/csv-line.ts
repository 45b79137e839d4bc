/** So that a spreadsheet reads the file as UTF-8. */
export const CSV_START = '\uFEFF'
const LINE_BREAK = '\r\n'

/** What spreadsheets take for a formula when a cell begins with it, the wide forms of CJK keyboards among them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u

/**
 * One cell: quoted where its text needs it (RFC 4180), and behind an apostrophe where a spreadsheet would run it. Null is an
 * empty cell; numbers go in bare.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One row with its line break. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}${LINE_BREAK}`
}
