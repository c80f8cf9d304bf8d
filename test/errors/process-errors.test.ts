import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createErrorLimiter } from '../../src-main/errors/error-limiter'
import { createPageErrors } from '../../src-main/errors/page-errors'
import { watchProcess } from '../../src-main/errors/process-errors'
import { openJournal } from '../../src-main/journal/journal'
import type { Intent } from '../../src-main/journal/record'
import { stoppableJournal } from '../../src-main/journal/stoppable-journal'
import { createNotices } from '../../src-main/notices/notices'

const intent: Intent = {
  operation: 'order.lockAssets',
  environment: 'training',
  operatorIdentity: 'Li Wei',
  rows: [
    { target: 'LD8000000001', shellNumber: '8000000001', enterpriseGlobalId: 'E1' },
    { target: 'LD8000000002', shellNumber: '8000000002', enterpriseGlobalId: 'E1' },
  ],
} as unknown as Intent

describe('an uncaught error', () => {
  it.each([
    ['uncaughtException', 'uncaught exception'],
    ['unhandledRejection', 'unhandled rejection'],
  ])('(%s) is reported once to listeners before and after it, and each is logged', (event, what) => {
    const process = new EventEmitter()
    const logged: string[] = []
    const faults = watchProcess(process, (name) => logged.push(name))
    const events: string[] = []
    faults.onFirst(() => events.push('before'))
    faults.onFirst(() => {
      throw new Error('in a listener')
    })
    faults.onFirst(() => events.push('last'))
    process.emit(event, new Error('one'))
    process.emit(event, new Error('two'))
    faults.onFirst(() => events.push('after'))
    expect(events).toEqual(['before', 'last', 'after'])
    expect(logged).toEqual([what, 'an error could not be reported', what])
  })

  it('blocks new changes and waits for changes in progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lock-desk-stop-'))
    try {
      const opened = await openJournal({ folder })
      if (!opened.ok) throw new Error(opened.error.message)
      const { journal, stopChanges } = stoppableJournal(opened.value.journal)
      const job = await journal.recordIntent(intent)
      if (!job.ok) throw new Error(job.error.message)
      const { jobId } = job.value
      await journal.recordSent(jobId, [0])
      stopChanges('must be restarted')
      const refused = { ok: false, error: { code: 'not-writable', message: 'must be restarted' } }
      expect(await journal.recordIntent(intent)).toEqual(refused)
      expect(await journal.restoreStaged()).toEqual(refused)
      await expect(journal.recordSent(jobId, [1])).rejects.toThrow('must be restarted')
      expect(await journal.recordResults(jobId, [{ row: 0, state: 'done', reason: null }])).toMatchObject({
        ok: true,
      })
      expect(journal.jobs()).toHaveLength(1)
      expect(journal.job(jobId)?.counts).toMatchObject({ done: 1, intent: 1, sent: 0 })
      await journal.stop()
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('repeated errors', () => {
  it('are logged ten per minute, and the rest counted', () => {
    let now = 0
    const lines: object[] = []
    const logError = createErrorLimiter({ error: (what, facts) => lines.push({ what, ...facts }) }, () => now)
    for (let time = 0; time < 1_000; time += 1) logError('fault', { time })
    expect(lines).toHaveLength(10)
    now = 60_000
    logError('fault', { time: 'later' })
    expect(lines.slice(10)).toEqual([
      { what: '990 more in the minute before' },
      { what: 'fault', time: 'later' },
    ])
  })
})

describe('a fault of the page', () => {
  const report = (where: 'promise' | 'handled' | 'start', times: number) => {
    const notices = createNotices()
    let pages = 0
    let logged = 0
    const faults = createPageErrors({
      logError: () => (logged += 1),
      notices,
      showErrorPage: () => (pages += 1),
    })
    for (let time = 0; time < times; time += 1) {
      faults.report({ where, name: 'TypeError', message: 'm', stack: '', dropped: 0 })
    }
    return { logged, pages, codes: notices.list().map(({ code }) => code) }
  }

  it('is one notice however often it occurs, none when already reported, and an error page when no page is shown', () => {
    expect(report('promise', 50)).toEqual({ logged: 50, pages: 0, codes: ['page-error'] })
    expect(report('handled', 1)).toEqual({ logged: 1, pages: 0, codes: [] })
    expect(report('start', 1)).toEqual({ logged: 1, pages: 1, codes: [] })
  })
})
