import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Journal } from '../../src-main/journal/journal'
import type { ChangedAsset } from '../../src-main/directory/optimistic-overlay'
import { applyLocalResults } from '../../src-main/changes/apply-local-results'
import { succeed } from '../../src-shared/outcome'
import { gateOf, numbered, rowsOf, startEngine, succeedAll } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
let noted: ChangedAsset[]
let notes: number
let generation: number
let stop: () => void
const follow = (journal: Pick<Journal, 'job' | 'onChange'>) => {
  const directory = {
    readGeneration: () => generation,
    applyChanges: (changed: readonly ChangedAsset[]) => {
      notes += 1
      noted.push(...changed)
    },
  }
  return applyLocalResults({ journal, directory, platformId: 'https://platform.example' })
}
beforeEach(async () => {
  noted = []
  notes = 0
  generation = 0
  engine = await startEngine()
  stop = follow(engine.journal)
})
afterEach(async () => {
  stop()
  await engine.stop()
})
const patience = { timeout: 30_000 }

describe('results of a single change', () => {
  it('are applied before its result is returned, together with earlier results of other jobs', async () => {
    await engine.until(await engine.start(rowsOf(2)), 'ended')
    expect(notes).toBe(0)
    await engine.until(await engine.start(rowsOf(1)), 'ended')
    // Two “sent” records of the job, then the single change.
    expect(noted.map(({ assetNum }) => assetNum)).toEqual([numbered(0), numbered(1), numbered(0)])
  })
})

describe('results of a running job', () => {
  it('are applied in batches while it runs, with the time of the response', async () => {
    const held = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 3) await held.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(3))
    generation = 7
    await vi.waitFor(() => expect(noted).toHaveLength(20), patience)
    expect(notes).toBe(1)
    expect(engine.job(jobId).state).toBe('running')
    expect(noted[0]).toEqual({
      enterpriseGlobalId: 'E1',
      assetNum: numbered(0),
      to: { locked: true },
      at: 0,
    })
    held.open(undefined)
    await engine.until(jobId, 'ended')
    await vi.waitFor(() => expect(noted).toHaveLength(30), patience)
    expect(noted.at(-1)).toMatchObject({ assetNum: numbered(29), at: 7 })
  })

  it('exclude failed and unconfirmed rows', async () => {
    engine.does.answer = (assetNums) =>
      succeed([
        { assetNum: assetNums[0] ?? '', status: 3 },
        { assetNum: assetNums[1] ?? '', status: 1 },
      ])
    await engine.until(await engine.start(rowsOf(3), 'enable'), 'ended')
    await vi.waitFor(() => expect(notes).toBe(1), patience)
    expect(noted.map(({ assetNum, to }) => [assetNum, to])).toEqual([[numbered(1), { locked: false }]])
  })

  it('exclude manual reviews and changes on another platform', async () => {
    engine.does.answer = () => succeed([])
    const jobId = await engine.start(rowsOf(1))
    await engine.until(jobId, 'ended')
    await engine.journal.recordResults(jobId, [
      { row: 0, state: 'done', reason: { kind: 'said-by-person', operatorIdentity: 'Li Wei', note: '' } },
    ])
    engine.does.answer = succeedAll
    engine.does.environment = 'https://elsewhere.example'
    const started = await engine
      .another()
      .startJob({ action: 'disable', operatorIdentity: 'Li Wei', rows: rowsOf(2, 5), retryOf: null })
    await vi.waitFor(() =>
      expect(engine.journal.job(started.ok ? started.value.jobId : '')?.counts.done).toBe(2),
    )
    await vi.waitFor(() => expect(notes).toBeGreaterThan(0), patience)
    expect(noted).toEqual([])
  })

  it('include the new assignment after assign and withdraw', async () => {
    const employee = { enterpriseGlobalId: 'E1', memberName: 'Chen Yu' }
    engine.does.answerAny = () => succeed(null)
    const started = await engine.changeService.startJob({
      action: 'assign',
      operatorIdentity: 'Li Wei',
      retryOf: null,
      rows: [
        { ...employee, memberGlobalId: 'M1', deleteAssets: ['A1', 'A2'], addAssets: [] },
        { ...employee, memberGlobalId: 'M2', deleteAssets: [], addAssets: ['A2'] },
      ],
    })
    expect(started.ok).toBe(true)
    await vi.waitFor(() => expect(noted).toHaveLength(3), patience)
    expect(noted.map(({ assetNum, to }) => [assetNum, to.holder?.memberGlobalId ?? null])).toEqual([
      ['A1', null],
      ['A2', null],
      ['A2', 'M2'],
    ])
  })
})
