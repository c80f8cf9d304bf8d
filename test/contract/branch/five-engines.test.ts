import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { isOnPostgres, ownCluster } from '../../service/postgres/cluster'
import type { OwnCluster } from '../../service/postgres/cluster'
import { createRandom } from '../../../scripts/tour/random.mjs'
import { buildProgram } from '../../support/build-program'
import { testSeed } from '../../support/test-seed'
import { adminOf, directly, newBranch, newDesk } from './support'

const { next: random, between } = createRandom(testSeed)
const desks = 5
const rounds = 30
const orders = Array.from({ length: 40 }, (_one, at) => `order-${at}`)

/** What a desk knows, in the words of `engine-program.ts`. */
interface Known {
  readonly registers: readonly unknown[]
  readonly rows: readonly { readonly number: string; readonly result: string | null }[]
  readonly stocktake: { readonly state: string; readonly present: number; readonly others: number }
  readonly used: readonly string[]
  readonly apart: readonly unknown[]
  readonly ends: readonly unknown[]
}

interface Stated {
  readonly id: string
  readonly computer: string
  readonly n: number
  readonly kind: string
  readonly body: {
    readonly name?: string
    readonly count?: string
    readonly numbers?: readonly string[]
    readonly counts?: readonly { readonly number: string; readonly count: string }[]
  }
}

interface Done {
  readonly counted?: string
  readonly named?: string
}

const linesOf = (path: string): string[] => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])
/** A kill may have left a part of the last line. */
const doneIn = (folder: string): Done[] =>
  linesOf(join(folder, 'done.jsonl'))
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Done)
const ownIdsIn = (folder: string): string[] =>
  linesOf(join(folder, 'branch/own-events.log')).flatMap((line) => /"id":"([\w-]{36})"/.exec(line)?.[1] ?? [])

const countsIn = (events: readonly Stated[]): [number: string, count: string][] =>
  events.flatMap(({ kind, body }) =>
    kind === 'stocktake.counted'
      ? (body.numbers ?? []).map((number): [string, string] => [number, body.count ?? ''])
      : [],
  )
/** The numbers that are counted: one of their counts is named by no undo. */
const countedIn = (events: readonly Stated[]): string[] => {
  const undone = new Set(
    events.flatMap(({ kind, body }) =>
      kind === 'stocktake.uncounted' ? (body.counts ?? []).map((one) => `${one.number} ${one.count}`) : [],
    ),
  )
  const counted = countsIn(events).filter((of) => !undone.has(of.join(' ')))
  return [...new Set(counted.map(([number]) => number))].sort()
}

describe.skipIf(!isOnPostgres)('five desks that are killed, cut off and restarted', () => {
  let cluster: OwnCluster
  let admin: AdminAccess
  let program: string
  let folder: string
  beforeAll(async () => {
    program = await buildProgram('test/contract/branch/program/engine-program.ts')
    cluster = await ownCluster()
    admin = await newBranch(cluster.url, 'five')
    folder = mkdtempSync(join(tmpdir(), 'lock-desk-five-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await cluster.remove()
  })

  it('know the same in the end: no fact or count lost or twice, each order used once', async () => {
    const inputs = await Promise.all(
      Array.from({ length: desks }, async (_one, at) => {
        const own = join(folder, String(at))
        mkdirSync(own)
        return { file: await newDesk(admin, `Desk ${at}`), folder: own, orders, isFirst: at === 0 }
      }),
    )
    let problems = ''
    const start = (at: number): ChildProcess => {
      const input = { ...inputs[at], seed: between(0, 0xffff_ffff) }
      const child = spawn(process.execPath, [program, JSON.stringify(input)], { stdio: 'pipe' })
      child.stderr.on('data', (text: Buffer) => (problems += text.toString()))
      return child
    }
    const children = inputs.map((_input, at) => start(at))

    for (let round = 0; round < rounds; round++) {
      await wait(100 + Math.floor(random() * 150))
      const what = random()
      if (what < 0.5) {
        const at = Math.floor(random() * desks)
        const killed = children[at]!
        killed.kill('SIGKILL')
        await once(killed, 'exit')
        children[at] = start(at)
      } else if (what < 0.85) {
        const client = await directly(adminOf(cluster.url))
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'five' and random() < 0.5`,
        )
        await client.end()
      } else {
        await cluster.stop(random() < 0.5 ? 'immediate' : 'fast')
        await wait(100)
        await cluster.start()
      }
    }

    const doneOfAll = (): Done[] => inputs.flatMap((input) => doneIn(input.folder))
    // How much five processes do beside their kills depends on the computer.
    await vi.waitUntil(() => doneOfAll().length > 100, { timeout: 60_000, interval: 200 })

    const outputs = children.map((child) => createInterface({ input: child.stdout! })[Symbol.asyncIterator]())
    const nextLine = async (at: number): Promise<string> => String((await outputs[at]!.next()).value)
    const say = (at: number, line: string): void => void children[at]!.stdin!.write(`${line}\n`)
    const all = <Value>(of: (at: number) => Promise<Value>): Promise<Value[]> =>
      Promise.all(children.map((_child, at) => of(at)))
    // The stocktake ends where the others cannot know of it, and count on.
    await cluster.stop('immediate')
    say(0, 'finish')
    await wait(500)
    await cluster.start()
    for (let at = 1; at < desks; at += 1) say(at, 'finish')
    expect(await all(nextLine)).toEqual(inputs.map(() => '"shared"'))

    const readAll = (): Promise<Known[]> =>
      all(async (at) => {
        say(at, 'what')
        return JSON.parse(await nextLine(at)) as Known
      })
    const client = await directly(admin)
    const { rows: events } = await client.query<Stated>(
      'select id, computer, n::integer, kind, body from lock_desk.events order by seq',
    )
    const { rowCount: claims } = await client.query('select from lock_desk.claims')
    await client.end()
    /** Of locks that are on the list, those that are there; and all others that were counted. */
    const foundIn = ({ rows }: Known): string[] =>
      rows.flatMap(({ number, result }) => (result === 'missing' ? [] : [number])).sort()
    const counted = countedIn(events)
    // Own facts that were shared have their place among the others once they are read back, and a desk shows what it
    // knows at most half a second later: the rows and the numbers above them then say the same.
    let known: Known[] = []
    const sharedOf = ({ registers, rows, stocktake }: Known) => ({ registers, rows, stocktake })
    const areEqual = async (): Promise<boolean> => {
      known = await readAll()
      return known.every(
        (one) =>
          isDeepStrictEqual(foundIn(one), counted) && isDeepStrictEqual(sharedOf(one), sharedOf(known[0]!)),
      )
    }
    // What is expected below names the difference.
    await vi.waitUntil(areEqual, { timeout: 30_000, interval: 50 }).catch(() => undefined)
    for (let at = 0; at < desks; at += 1) say(at, 'end')
    await Promise.all(children.map((child) => once(child, 'exit')))

    expect(problems).toBe('')
    expect(events.length).toBeGreaterThan(100)
    for (const one of known) {
      expect(foundIn(one)).toEqual(counted)
      expect(sharedOf(one)).toEqual(sharedOf(known[0]!))
    }
    expect(known.flatMap(({ apart, ends }) => [...apart, ...ends])).toEqual([])
    expect(known[0]!.stocktake).toMatchObject({ state: 'finished' })
    expect(known[0]!.stocktake.present + known[0]!.stocktake.others).toBe(counted.length)

    // Each own event is there once, and what was acknowledged to a desk is not lost.
    expect(events.map(({ id }) => id).sort()).toEqual(
      inputs.flatMap((input) => ownIdsIn(input.folder)).sort(),
    )
    const counts = countsIn(events)
    expect(new Set(counts.map(String)).size).toBe(counts.length)
    for (const { file, folder: own } of inputs) {
      const stated = events.filter(({ computer }) => computer === file.computer.id)
      expect(stated.map(({ n }) => n)).toEqual(stated.map((_one, at) => at + 1))
      const done = doneIn(own)
      const names = new Set(stated.map(({ body }) => body.name))
      expect(done.filter(({ named }) => named !== undefined && !names.has(named))).toEqual([])
      const ownCounts = countsIn(stated).map(([number]) => number)
      for (const number of ownCounts)
        expect(ownCounts.filter((one) => one === number).length).toBeGreaterThanOrEqual(
          done.filter((one) => one.counted === number).length,
        )
      expect(done.flatMap((one) => one.counted ?? []).filter((one) => !ownCounts.includes(one))).toEqual([])
    }

    expect(known.flatMap(({ used }) => used).sort()).toEqual(orders.toSorted())
    expect(claims).toBe(orders.length)
  }, 180_000)
})
