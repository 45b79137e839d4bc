import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from '../../server/database/folder-lock'
import { startTimeOf } from '../../server/database/running-process'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loci lock '))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function leaveLock(content: object | string): void {
  writeFileSync(join(folder, 'loci.lock'), typeof content === 'string' ? content : JSON.stringify(content))
}

describe('the lock of a data folder', () => {
  it('refuses a second process with the id and the address of the first', () => {
    leaveLock({ pid: process.ppid, startTime: startTimeOf(process.ppid), address: 'http://127.0.0.1:4321' })
    expect(() => lockFolder(folder, 'second')).toThrow(new RegExp(`process ${process.ppid}, http://127.0.0.1:4321`))
  })

  it('is taken over when its process is gone', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    leaveLock({ pid, startTime: 'long ago', address: 'gone' })
    lockFolder(folder, 'second').release()
    expect(readdirSync(folder)).toEqual([])
  })

  it.runIf(startTimeOf(process.pid))('is taken over when its process id now belongs to another process', () => {
    leaveLock({ pid: process.ppid, startTime: 'before the machine was started anew', address: 'gone' })
    expect(() => lockFolder(folder, 'second')).not.toThrow()
  })

  it('is taken over when it cannot be read', () => {
    leaveLock('{ "pid": 12')
    expect(() => lockFolder(folder, 'second')).not.toThrow()
  })

  it('is free again after its release, and a late second release leaves the next holder alone', () => {
    const first = lockFolder(folder, 'first')
    expect(() => lockFolder(folder, 'second')).toThrow(/already runs/)
    first.release()
    writeFileSync(join(folder, 'loci.lock'), 'the next one')
    first.release()
    expect(readdirSync(folder)).toEqual(['loci.lock'])
  })
})
