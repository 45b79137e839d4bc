/** A setting's value as the API has it, grouped where it is a number. */
export function settingValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? value.toLocaleString('en') : value
}
