import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Journal } from '../../src-main/journal/journal'
import type { ChangedAsset } from '../../src-main/register/changed-here'
import { noteDoneRows } from '../../src-main/desk/note-done-rows'
import { succeed } from '../../src-shared/outcome'
import { gateOf, numbered, rowsOf, startEngine, succeedAll } from './support/engine'
import type { Engine } from './support/engine'

let engine: Engine
let noted: ChangedAsset[]
let notes: number
let moment: number
let stop: () => void
const follow = (journal: Pick<Journal, 'job' | 'onChange'>) => {
  const records = {
    moment: () => moment,
    noteChanged: (changed: readonly ChangedAsset[]) => {
      notes += 1
      noted.push(...changed)
    },
  }
  return noteDoneRows({ journal, records, environment: 'https://platform.example' })
}
beforeEach(async () => {
  noted = []
  notes = 0
  moment = 0
  engine = await startEngine()
  stop = follow(engine.journal)
})
afterEach(async () => {
  stop()
  await engine.stop()
})
const patience = { timeout: 30_000 }

describe('what a running job has done', () => {
  it('is noted while it runs, gathered, with the moment at which the platform answered', async () => {
    const held = gateOf()
    engine.does.answer = async (assetNums, call) => {
      if (call === 3) await held.passed
      return succeedAll(assetNums)
    }
    const jobId = await engine.start(rowsOf(30))
    await vi.waitFor(() => expect(engine.calls).toHaveLength(3))
    moment = 7
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

  it('is nothing where the platform refused, or where nobody knows', async () => {
    engine.does.answer = (assetNums) =>
      succeed([
        { assetNum: assetNums[0] ?? '', status: 3 },
        { assetNum: assetNums[1] ?? '', status: 1 },
      ])
    await engine.until(await engine.start(rowsOf(3), 'enable'), 'ended')
    await vi.waitFor(() => expect(notes).toBe(1), patience)
    expect(noted.map(({ assetNum, to }) => [assetNum, to])).toEqual([[numbered(1), { locked: false }]])
  })

  it('is not what a person said of it, nor what was asked of another platform', async () => {
    engine.does.answer = () => succeed([])
    const jobId = await engine.start(rowsOf(1))
    await engine.until(jobId, 'ended')
    await engine.journal.end(jobId, [
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

  it('is who holds an asset after it was given or taken', async () => {
    const employee = { enterpriseGlobalId: 'E1', memberName: 'Chen Yu' }
    engine.does.answerAny = () => succeed(null)
    const started = await engine.desk.startJob({
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
