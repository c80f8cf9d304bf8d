import { describe, expect, it } from 'vitest'
import type { Affected, AffectedRequest } from '#shared/model/changes/affected'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { createReadAffected, withoutNames } from '../../../src-main/changes/affected/read-affected'
import { record } from '../../renderer/support/samples'

const request: AffectedRequest = {
  action: 'disable',
  locks: [{ assetNum: '8000000017', enterpriseGlobalId: null }],
  employees: [],
}

/** The lists of a platform that change after some reads. */
const readOver = (versions: readonly (readonly LockRecord[])[]) => {
  let reads = 0
  const at = () => versions[Math.min(reads, versions.length - 1)] ?? []
  const read = createReadAffected({
    directory: {
      list: (_enterprise, from, limit) => {
        const rows = at()
        const version = versions.indexOf(rows)
        if (limit > 0) reads += 1
        return { rows: rows.slice(from, from + limit), total: rows.length, version, readAt: 1, failure: null }
      },
      enterprises: () => [],
      knownLicenses: () => null,
    },
    employees: { known: () => [] },
    loans: { list: () => Promise.resolve({ rows: [], total: 0, version: 1, unread: 0, missing: null }) },
  })
  return { read, reads: () => reads }
}

describe('who is affected by the lists', () => {
  const assigned = record('8000000017', 0, { holder: { memberGlobalId: 'M1', name: 'Chen Yu' } })
  const free = record('8000000017', 0, { holder: null })

  it('is counted again if the lists were replaced meanwhile', async () => {
    const { read } = readOver([[assigned], [free]])
    expect(await read(request)).toMatchObject({ employees: 0, unassigned: 1 })
  })

  it('is said also if the lists change all the time', async () => {
    const { read } = readOver(Array.from({ length: 50 }, () => [assigned]))
    expect(await read(request)).toMatchObject({ employees: 1, unassigned: 0 })
  })
})

it('names are hidden in a system dialog as on the pages', () => {
  const affected: Affected = {
    employees: 1,
    online: { count: 0, unknown: 0 },
    loans: { of: 'locks', count: 0, mayBeMore: false },
    unassigned: 0,
    unknownLocks: 0,
    products: {
      kept: [{ memberName: 'Chen Yu', product: 'Bridge 3D' }],
      keptCount: 1,
      unknownLocks: 0,
      unknownOthers: 0,
    },
    isOld: false,
  }
  expect(JSON.stringify(withoutNames(affected))).not.toContain('Chen Yu')
  expect(withoutNames(affected).products?.kept).toEqual([{ memberName: '***', product: 'Bridge 3D' }])
  expect(withoutNames({ ...affected, products: null }).products).toBeNull()
})
