import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** True while a process has this id, whoever owns it; one that has ended and waits for its parent to notice counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return process.platform !== 'linux' || statFields(pid)?.[0] !== 'Z'
}

/**
 * When the process started, as text that is equal for as long as it is the same process: ids are given out again.
 * `undefined` when there is no such process or the system does not say.
 */
export function startTimeOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      const ticks = statFields(pid)?.[19]
      return ticks && `${boot}:${ticks}`
    }
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** The name of the program that runs under this id, without its folder. */
export function programOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('/')
      .at(-1)
  } catch {
    return undefined
  }
}

/** The fields of /proc/PID/stat from the third on: the second is the command in brackets and may hold spaces. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
