'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { type ReactNode, useState } from 'react'
import { TopLine } from '../shell/top-line'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { formatQuantity } from '../ui/number-format'
import { FileDrop } from './file-drop'
import { type ImportFile, readImportFile } from './import-file'
import { firstMapping, type ImportChoice, orderOf, recordsOf } from './import-order'
import { ImportOutcome } from './import-outcome'
import type { FieldMapping } from './map-records'
import { MappingFields } from './mapping-fields'
import { useImportRun } from './use-import-run'

/** Larger files do not fit into a browser's memory twice. */
const MOST_BYTES = 256 * 1024 * 1024

const formats: Readonly<Record<ImportFile['format'], string>> = {
  'loci-jsonl': 'Threads as Loci exports them',
  'openai-jsonl': 'Chat messages, as OpenAI has them',
  'ai-sdk-jsonl': 'UI messages of the AI SDK',
  records: 'Records of another system: say which field is what',
}

const parsers = {
  tenant: parseAsString.withDefault(''),
  subject: parseAsString.withDefault(''),
  agent: parseAsString.withDefault(''),
}

/** Brings conversations in from a file: what it is, where it goes, what would come of it, then the import itself. */
export function ImportPage() {
  const [where, setWhere] = useQueryStates(parsers)
  const [file, setFile] = useState<ImportFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [mapping, setMapping] = useState<FieldMapping | null>(null)
  const { run, start, cancel, forget } = useImportRun()
  const isRunning = run?.state === 'running'

  const take = async (chosen: File) => {
    forget()
    setFile(null)
    setProblem(null)
    if (chosen.size > MOST_BYTES) return setProblem('It is larger than 256 MiB. Part it, or use npm run import.')
    const read = readImportFile(chosen.name, await chosen.text())
    if ('reason' in read) return setProblem(`${chosen.name}: ${read.reason}`)
    setFile(read)
    setMapping(firstMapping(read))
  }
  const change = (part: Partial<typeof where>) => {
    forget()
    void setWhere(part)
  }
  const begin = (dryRun: boolean) => {
    if (!file) return
    const choice: ImportChoice = { file, mapping, ...where }
    const order = orderOf(choice)
    if ('missing' in order) return setProblem(order.missing)
    setProblem(null)
    start(order, { dryRun })
  }
  const isTried = run?.dryRun === true && run.state === 'done'
  const canImport = isTried && run.totals.messages > 0
  const hasFailed = run?.dryRun === false && (run.state === 'failed' || run.state === 'cancelled')

  return (
    <>
      <TopLine crumbs={[{ label: 'Jobs', href: '/jobs' }, { label: 'Import' }]} />
      <div className="min-h-0 overflow-y-auto">
        <div className="mx-auto grid w-full max-w-168 grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6">
          <Section
            title="File"
            text="JSON or JSON Lines: an export of Loci, chat messages, or records of another system."
          >
            <FileDrop
              chosen={file ? `${file.name}, ${countText(file)}` : undefined}
              disabled={isRunning}
              onFile={(chosen) => void take(chosen)}
            />
            {file ? <p className="text-13">{formats[file.format]}.</p> : null}
          </Section>
          {file && mapping ? (
            <Section
              title="Fields"
              text="A look at the first threads comes with the dry run, before anything is stored."
            >
              <MappingFields
                records={recordsOf(file)}
                mapping={mapping}
                onChange={(next) => {
                  forget()
                  setMapping(next)
                }}
              />
            </Section>
          ) : null}
          <Section title="Where to" text="All of the file goes into one scope.">
            <div className="grid gap-3 sm:grid-cols-3">
              <Field label="Tenant" disabled={isRunning}>
                <Input value={where.tenant} onValueChange={(tenant) => change({ tenant })} spellCheck={false} />
              </Field>
              <Field label="Subject" disabled={isRunning} description="May be left out.">
                <Input value={where.subject} onValueChange={(subject) => change({ subject })} spellCheck={false} />
              </Field>
              <Field label="Agent" disabled={isRunning} description="Where the file names none.">
                <Input value={where.agent} onValueChange={(agent) => change({ agent })} spellCheck={false} />
              </Field>
            </div>
          </Section>
          {problem ? (
            <p role="alert" className="text-13 text-bad">
              {problem}
            </p>
          ) : null}
          {run ? <ImportOutcome run={run} isByLine={file?.isByLine === true && file.format !== 'records'} /> : null}
          <div className="flex flex-wrap gap-2">
            {isRunning ? (
              <Button onClick={cancel}>Stop</Button>
            ) : (
              <>
                <Button
                  variant={canImport || hasFailed ? 'outline' : 'main'}
                  disabled={!file || where.tenant === ''}
                  onClick={() => begin(true)}
                >
                  Try it out
                </Button>
                {canImport || hasFailed ? (
                  <Button variant="main" onClick={() => begin(false)}>
                    {hasFailed ? 'Import again' : `Import ${formatQuantity(run?.totals.threads ?? 0, 'thread')}`}
                  </Button>
                ) : null}
              </>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 className="font-semibold text-13">{title}</h2>
        <p className="text-12 text-ink-3">{text}</p>
      </div>
      {children}
    </section>
  )
}

function countText({ lines, format }: ImportFile): string {
  const count = lines.filter((line) => line.trim() !== '').length
  return formatQuantity(count, format === 'records' ? 'record' : 'conversation')
}
