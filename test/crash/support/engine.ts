import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import type { ServiceClient } from '../../support/service-client'
import { temporaryFolder } from '../../support/temporary-folder'
import { judge } from './crash-run'
import type { CrashInput, JobAfterwards, Judgement, LockToChange } from './crash-run'

const root = resolve(import.meta.dirname, '../../..')

/** The engine's program, built from the sources as they are; the path of its file. */
export const buildEngine = async (): Promise<string> => {
  const outDir = join(root, 'out/crash')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      target: 'node20.18',
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: { engine: join(import.meta.dirname, 'engine-program.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  })
  return join(outDir, 'engine.mjs')
}

const start = (program: string, input: CrashInput) => {
  const child = spawn(process.execPath, [program, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const asking = new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      done()
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(() => ({ stdout, stderr, signal: child.signalCode }))
  return { child, asking, ended }
}

/** Runs a job to its end under strace, which writes what the process asks of the system into `output`. */
export const runTraced = async (program: string, input: CrashInput, output: string): Promise<void> => {
  const calls = 'trace=write,writev,pwrite64,pwritev,sendto,sendmsg,fdatasync,fsync'
  const child = spawn(
    'strace',
    ['-f', '-y', '-s', '65536', '-e', calls, '-o', output, process.execPath, program, JSON.stringify(input)],
    // What goes through io_uring no system call shows.
    { stdio: 'ignore', env: { ...process.env, UV_USE_IO_URING: '0' } },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`strace ended with ${code}`)
}

export interface Kill {
  /** The process kills itself there. */
  readonly atWrite?: CrashInput['killAtWrite']
  /** It is killed from outside, this long after the job was asked for. */
  readonly afterMs?: number
}

/**
 * One job over `locks`, killed; then a second process that takes up what was left, reads back and goes on. The locks
 * are enabled before and after, so that each disabling is an effect of its own.
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
  const about = {
    base: service.url,
    journalFolder,
    enterprises: [...new Set(locks.map(({ enterpriseGlobalId }) => enterpriseGlobalId))],
    chunkSize,
  }
  const from = await service.lastEffect()
  try {
    const run = start(program, {
      ...about,
      run: { action: 'disable', locks },
      ...(kill.atWrite === undefined ? {} : { killAtWrite: kill.atWrite }),
    })
    if (kill.afterMs !== undefined) {
      await Promise.race([run.asking.then(() => pause(kill.afterMs)), run.ended])
      run.child.kill('SIGKILL')
    }
    const killed = await run.ended
    if (killed.signal !== 'SIGKILL' && !killed.stdout.includes('ended')) throw new Error(killed.stderr)
    // What was on its way is still carried out.
    await pause(150)
    const onceStill = await service.effects(from)
    const second = await start(program, about).ended
    if (second.stdout === '') throw new Error(second.stderr)
    const afterwards = JSON.parse(second.stdout) as JobAfterwards
    const inTheEnd = await service.effects(from)
    return {
      // The service answers within a few ms: what it does after the kill is counted as done before it.
      ...judge(locks, afterwards, { atKill: onceStill, onceStill, inTheEnd }),
      ranToItsEnd: killed.signal !== 'SIGKILL',
    }
  } finally {
    const assetNums = locks.map(({ assetNum }) => assetNum)
    await service.succeed('order.unlockAssets', { body: { assetNums, operatorIdentity: 'crash test' } })
    await rm(journalFolder, { recursive: true, force: true })
  }
}
