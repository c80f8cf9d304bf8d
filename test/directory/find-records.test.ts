import { describe, expect, it } from 'vitest'
import { findRecords } from '../../src-main/directory/find-records'
import { runTimeSliced } from '../../src-main/util/async'
import type { LockRecord } from '../../src-shared/model/locks/lock-record'
import { shellNumberIn } from '../../src-shared/model/locks/shell-number'

const record = (assetNum: string) => ({ assetNum, shellNumber: shellNumberIn(assetNum) }) as LockRecord
const find = async (lists: readonly (readonly LockRecord[])[], text: string, limit = 10) => {
  const { rows, total } = await runTimeSliced(findRecords(lists, text, limit))
  return { numbers: rows.map(({ assetNum }) => assetNum), total }
}

describe('search by a part of a number', () => {
  const lists = [
    ['LD8000170001', 'LD8000000171', 'LD8000000017'].map(record),
    ['CERT-17', '17', '17-A'].map(record),
  ]

  it('ranks the exact number first, then suffix, prefix and other matches', async () => {
    expect(await find(lists, '17')).toEqual({
      numbers: ['17', 'LD8000000017', 'CERT-17', '17-A', 'LD8000170001', 'LD8000000171'],
      total: 6,
    })
  })

  it('finds a shell number with its prefix, in any grouping and in lower case', async () => {
    expect((await find(lists, '8000 000 017')).numbers).toEqual(['LD8000000017'])
    expect((await find(lists, '８０００-０００-０１７')).numbers).toEqual(['LD8000000017'])
    expect((await find(lists, 'cert')).numbers).toEqual(['CERT-17'])
    expect((await find(lists, ' ')).total).toBe(0)
  })

  it('ranks a shell number by its start, though letters precede it', async () => {
    const some = ['LD8000800017', 'LD8000170001'].map(record)
    expect((await find([some], '80001')).numbers).toEqual(['LD8000170001', 'LD8000800017'])
  })

  it('returns the best of 100,000 matches with the total', async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => record(`LD8${String(at).padStart(9, '0')}`))
    const { numbers, total } = await find([many], '99999', 3)
    expect(numbers).toEqual(['LD8000099999'])
    expect(total).toBe(1)
    expect(await find([many], '0', 3)).toMatchObject({ total: 100_000, numbers: { length: 3 } })
  })
})
