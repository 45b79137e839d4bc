import { Download } from 'lucide-react'
import { Button } from '../ui/button'
import { Menu, MenuItem } from '../ui/menu'
import type { auditFilters } from './audit-search'

/** Hands out what the list is filtered to, as a file. */
export function AuditExport({ filters }: { filters: ReturnType<typeof auditFilters> }) {
  const save = (format: 'ndjson' | 'csv') => window.location.assign(exportHref(filters, format))
  return (
    <Menu align="end" trigger={<Button icon={<Download aria-hidden="true" strokeWidth={1.5} />}>Export</Button>}>
      <MenuItem onSelect={() => save('ndjson')}>A line each, NDJSON</MenuItem>
      <MenuItem onSelect={() => save('csv')}>A table, CSV</MenuItem>
    </Menu>
  )
}

/** Where the file is fetched. An empty tenant is the installation, so it is said. */
export function exportHref(filters: ReturnType<typeof auditFilters>, format: 'ndjson' | 'csv'): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value)
  return `/api/exports/audit.${format}${query.size > 0 ? `?${query}` : ''}`
}
