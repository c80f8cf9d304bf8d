import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { sendRows } from '../../src-main/desk/send-rows'
import { openJournal } from '../../src-main/journal/journal'
import type { Journal } from '../../src-main/journal/journal'
import type { LockSource } from '../../src-main/locks/lock-source'
import type { CallOptions, PlatformClient } from '../../src-main/platform/client'
import { intentOf } from '../crash/support/rows'
import { temporaryFolder } from '../support/temporary-folder'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let journal: Journal
beforeEach(async () => {
  folder = await temporaryFolder()
  const opened = await openJournal({ folder: folder.path })
  if (!opened.ok) throw new Error(opened.error.message)
  ;({ journal } = opened.value)
})
afterEach(async () => {
  await journal.stop()
  await folder.remove()
})

describe('a call of a job', () => {
  it('says whether another one follows, so that its connection can be opened meanwhile', async () => {
    const told: unknown[] = []
    const call = async (_id: string, _request: unknown, options: CallOptions) => {
      told.push(options.anotherFollows)
      await options.beforeSending?.()
      return succeed([])
    }
    const client = { call } as unknown as PlatformClient
    const one = intentOf('order.lockAssets')
    const rows = ['LD1', 'LD2', 'LD3'].flatMap((key) => one.rows.map((row) => ({ ...row, key })))
    const intended = await journal.intend({ ...one, rows })
    if (!intended.ok) throw new Error(intended.error.message)
    const deps = { client, journal, locks: {} as LockSource }
    await sendRows(intended.value, [0, 1], new Map(), deps)
    await sendRows(intended.value, [2], new Map(), deps)
    expect(told).toEqual([true, false])
  })
})
