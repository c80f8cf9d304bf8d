import type FilePromises from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { LockAction } from '#shared/model/changes/change'
import { createWorld, deaths } from './support/world'
import type { Death, World } from './support/world'
import { violations, unfinishedRows, wrongFinalStates } from './support/invariants'
import { deadlineMs } from './support/platform-model'
import type { Fate } from './support/platform-model'
import { testSeed } from '../support/test-seed'

/** The journal's truncations in progress, in addition to its writes. */
const fileCalls = vi.hoisted(() => ({ underWay: 0 }))
vi.mock('node:fs/promises', async (importReal) => {
  const real = await importReal<typeof FilePromises>()
  const counted = async <Value>(work: Promise<Value>): Promise<Value> => {
    fileCalls.underWay += 1
    return work.finally(() => (fileCalls.underWay -= 1))
  }
  const truncate: typeof real.truncate = (...args) => counted(real.truncate(...args))
  const stat = (...args: Parameters<typeof real.stat>) => counted(real.stat(...args))
  return { ...real, truncate, stat }
})

const lockCount = 4
const runs = Number(process.env['LOCK_DESK_MODEL_RUNS'] ?? 60)

/** The test needs no separate model: the invariants compare the app's results with the simulated platform. */
type Step = fc.AsyncCommand<object, World>
const step = (
  name: string,
  act: (world: World) => void | Promise<void>,
  isPossible: (world: World) => boolean = () => true,
): Step => {
  // `canRun` has no access to the world, so `run` checks whether a step is possible.
  return {
    check: () => true,
    run: async (_model, world) => {
      if (!isPossible(world)) return
      await act(world)
      await world.untilIdle()
      expect(violations(world), name).toEqual([])
    },
    toString: () => name,
  }
}

const actions = fc.constantFrom<LockAction>('disable', 'enable')
const lateness = fc.option(fc.constantFrom(0, 1_000, 30_000, deadlineMs - 1))
const fates: fc.Arbitrary<Fate> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answered' as const),
      rows: fc.array(
        fc.record({
          status: fc.oneof(
            { weight: 6, arbitrary: fc.constant(1 as const) },
            { weight: 4, arbitrary: fc.constantFrom(2, 3, 4, 9, 'missing', 'contradicted') },
          ),
          commits: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      turn: fc.nat(2),
      doubles: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('lost' as const),
      code: fc.constantFrom('timeout', 'malformed'),
      commitsAfterMs: lateness,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unwell' as const), commits: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ kind: 'refused' }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ kind: 'token-refused' }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ kind: 'unreachable' }) },
) as fc.Arbitrary<Fate>

const advance = async (world: World, ms: number): Promise<void> => {
  const until = world.clock.now + ms
  // The client gives up a request at its timeout.
  for (;;) {
    const [oldest] = world.platform.calls
    const over = (oldest?.attempts[0]?.sentAt ?? Infinity) + deadlineMs
    if (over > until) break
    await world.advance(Math.max(0, over - 1 - world.clock.now))
    world.platform.answer(0, { kind: 'lost', code: 'timeout', commitsAfterMs: null })
    await world.untilIdle()
  }
  await world.advance(Math.max(0, until - world.clock.now))
}

const steps = [
  fc
    .tuple(actions, fc.uniqueArray(fc.nat(lockCount - 1), { minLength: 2 }), fc.integer({ min: 1, max: 3 }))
    .map(([action, locks, chunk]) =>
      step(`${action} ${locks.join(' ')} by ${chunk}`, (world) => {
        world.does.chunkSize = chunk
        world.start(action, locks)
      }),
    ),
  fc
    .tuple(actions, fc.nat(lockCount - 1))
    .map(([action, lock]) => step(`${action} ${lock}`, (world) => world.single(action, lock))),
  fc.tuple(fc.nat(3), fates).map(([index, fate]) =>
    step(
      `answer ${index} ${JSON.stringify(fate)}`,
      (world) => world.platform.answer(index % world.platform.calls.length, fate),
      (world) => world.platform.calls.length > 0,
    ),
  ),
  fc.tuple(fc.nat(3), fates).map(([index, fate]) =>
    step(
      `answer ${index} ${JSON.stringify(fate)}`,
      (world) => world.platform.answer(index % world.platform.calls.length, fate),
      (world) => world.platform.calls.length > 0,
    ),
  ),
  fc
    .constantFrom(1_000, 10_000, 61_000, 1_800_000)
    .map((ms) => step(`${ms} ms pass`, (world) => advance(world, ms))),
  fc
    .tuple(fc.constantFrom('pause', 'resume', 'resume', 'cancel'), fc.nat(3))
    .map(([how, job]) => step(`${how} ${job}`, (world) => world.controlJob(how, job))),
  fc.tuple(fc.nat(3), fc.constantFrom(0, 3_000)).map(([job, ms]) =>
    step(`look up ${job}, ${ms} ms pass`, async (world) => {
      world.settle(job)
      await world.untilIdle()
      await advance(world, ms)
    }),
  ),
  fc.constantFrom(0, 1_000, 3_000).map((ms) =>
    step(`review, ${ms} ms pass`, async (world) => {
      world.reviewUnconfirmed()
      await world.untilIdle()
      await advance(world, ms)
    }),
  ),
  lateness.map((ms) => step(`kill, carried out after ${ms}`, (world) => world.kill(ms))),
  fc
    .tuple(fc.nat(3), fc.constantFrom<Death>(...deaths))
    .map(([writes, how]) =>
      step(`die at write ${writes}, ${how}`, (world) => world.killInWrite(writes, how)),
    ),
  fc.boolean().map((is) => step(`network ${is}`, (world) => void (world.does.isReachable = is))),
  fc.boolean().map((is) => step(`signed in ${is}`, (world) => void (world.does.isSignedIn = is))),
  fc.boolean().map((is) => step(`disk full ${is}`, (world) => void (world.does.isDiskFull = is))),
  fc
    .tuple(fc.nat(lockCount - 1), fc.boolean())
    .map(([lock, is]) =>
      step(
        `lock ${lock} listed ${is}`,
        (world) => void world.platform.hidden[is ? 'delete' : 'add'](world.numbered(lock)),
      ),
    ),
]

const all: Fate = { kind: 'answered', rows: [{ status: 1, commits: true }], turn: 0, doubles: false }

/** From here on everything works, paused jobs are resumed and all time passes. */
const finishCleanly = async (world: World): Promise<void> => {
  Object.assign(world.does, { isReachable: true, isSignedIn: true, isDiskFull: false })
  world.platform.hidden.clear()
  for (let round = 0; round < 30; round += 1) {
    for (const [index, { state }] of world.jobs().entries()) {
      if (state === 'paused') world.controlJob('resume', index)
    }
    await world.untilIdle()
    while (world.platform.calls.length > 0) {
      world.platform.answer(0, all)
      await world.untilIdle()
    }
    await world.advance(deadlineMs)
  }
  // A read-back without a result is repeated after 30 minutes.
  for (let round = 0; round < 4; round += 1) await world.advance(1_800_000)
}

describe('jobs, journal and read-back over a platform that loses, delays, duplicates and reorders', () => {
  it(
    `match the platform in any order of events (${runs} runs, seed ${testSeed})`,
    { timeout: 60_000 + runs * 2_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async (args) => {
          const world = await createWorld(lockCount, fileCalls)
          try {
            await fc.asyncModelRun(() => ({ model: {}, real: world }), args)
            await finishCleanly(world)
            expect(violations(world)).toEqual([])
            expect(unfinishedRows(world)).toEqual([])
            expect(wrongFinalStates(world)).toEqual([])
          } finally {
            await world.stop()
          }
        }),
        { numRuns: runs, seed: testSeed },
      )
    },
  )
})
