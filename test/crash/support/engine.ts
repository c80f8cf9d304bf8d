import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { buildProgram } from '../../support/build-program'
import type { ServiceClient } from '../../support/service-client'
import { temporaryFolder } from '../../support/temporary-folder'
import { judge } from './crash-run'
import type { CrashInput, JobAfterwards, Judgement, LockToChange } from './crash-run'

export const buildEngine = (): Promise<string> => buildProgram('test/crash/support/engine-program.ts')

const start = (program: string, input: CrashInput) => {
  const child = spawn(process.execPath, [program, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const firstOutput = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      done()
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(() => ({ stdout, stderr, signal: child.signalCode }))
  return { child, firstOutput, ended }
}

/** Runs a job under strace, which writes the system calls to `output`. */
export const runTraced = async (program: string, input: CrashInput, output: string): Promise<void> => {
  const calls = 'trace=write,writev,pwrite64,pwritev,sendto,sendmsg,fdatasync,fsync'
  const child = spawn(
    'strace',
    ['-f', '-y', '-s', '65536', '-e', calls, '-o', output, process.execPath, program, JSON.stringify(input)],
    // io_uring operations would not appear as system calls.
    { stdio: 'ignore', env: { ...process.env, UV_USE_IO_URING: '0' } },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`strace exited with ${code}`)
}

export interface Kill {
  /** The process kills itself at this write. */
  readonly atWrite?: CrashInput['killAtWrite']
  /** The process is killed from outside, this long after the job request. */
  readonly afterMs?: number
}

/**
 * Runs one job over `locks` and kills it; a second process recovers it, reads back and resumes. The locks are
 * enabled before and after, so that each disable is a separate effect.
 */
export const killJob = async (deps: {
  program: string
  service: ServiceClient
  locks: readonly LockToChange[]
  chunkSize: number
  kill: Kill
}): Promise<Judgement & { readonly ranToItsEnd: boolean }> => {
  const { program, service, locks, chunkSize, kill } = deps
  const { path: journalFolder } = await temporaryFolder()
  const common = {
    base: service.url,
    journalFolder,
    enterprises: [...new Set(locks.map(({ enterpriseGlobalId }) => enterpriseGlobalId))],
    chunkSize,
  }
  const from = await service.lastEffect()
  try {
    const run = start(program, {
      ...common,
      run: { action: 'disable', locks },
      ...(kill.atWrite === undefined ? {} : { killAtWrite: kill.atWrite }),
    })
    if (kill.afterMs !== undefined) {
      await Promise.race([run.firstOutput.then(() => pause(kill.afterMs)), run.ended])
      run.child.kill('SIGKILL')
    }
    const killed = await run.ended
    if (killed.signal !== 'SIGKILL' && !killed.stdout.includes('ended')) throw new Error(killed.stderr)
    // The request in progress is still carried out.
    await pause(150)
    const onceStill = await service.effects(from)
    const second = await start(program, common).ended
    if (second.stdout === '') throw new Error(second.stderr)
    const afterwards = JSON.parse(second.stdout) as JobAfterwards
    const inTheEnd = await service.effects(from)
    return {
      // The service responds within a few ms: effects after the kill count as earlier ones.
      ...judge(locks, afterwards, { atKill: onceStill, onceStill, inTheEnd }),
      ranToItsEnd: killed.signal !== 'SIGKILL',
    }
  } finally {
    const assetNums = locks.map(({ assetNum }) => assetNum)
    await service.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
    await rm(journalFolder, { recursive: true, force: true })
  }
}
