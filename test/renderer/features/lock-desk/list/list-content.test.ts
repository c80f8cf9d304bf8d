import { describe, expect, it } from 'vitest'
import { useListContent } from '../../../../../src-renderer/features/lock-desk/list/list-content'
import { uncheckedRow } from '../../../../../src-renderer/features/lock-desk/list/list-rows'
import { entry, record, shell } from '../../../support/samples'

const [one, two, three] = ['8000000017', '8000000018', '8000000019']
const numbersOf = ({ rows }: ReturnType<typeof useListContent>) => rows.value.map(({ number }) => number)
const listOf = (numbers: readonly string[]) => {
  const list = useListContent()
  const ids = list.append(numbers).map(({ id }) => id)
  return { list, ids }
}

describe('the rows of the list', () => {
  it('stay as they are while their job starts; a scan is still added', () => {
    const { list, ids } = listOf([one, two])
    const [first = 0] = ids
    list.isStarting.value = true
    list.remove(first)
    list.choose(first, 'A')
    expect(list.correct(first, three)).toBe(false)
    expect(list.clear()).toBe(false)
    list.append([three])
    expect(numbersOf(list)).toEqual([one, two, three])
    expect(list.rows.value[0]?.chosen).toBeNull()
    list.isStarting.value = false
    list.remove(first)
    expect(numbersOf(list)).toEqual([two, three])
  })

  it('that were sent keep their text, and what was known of them', () => {
    const { list, ids } = listOf([one, two])
    const [first = 0, second = 0] = ids
    const checked = { ...uncheckedRow, assetNum: 'A' }
    const reverses = { jobId: 'earlier', action: 'enable' as const }
    list.attachJob('J', [second], new Map([[second, checked]]), reverses)
    expect(list.content.value).toMatchObject({ jobId: 'J', reverses })
    expect(list.content.value.sent.get(second)).toEqual({ jobId: 'J', rowIndex: 0, checked })
    expect([list.correct(first, three), list.correct(second, one)]).toEqual([true, false])
    list.leaveJob('all')
    expect(numbersOf(list)).toEqual([three])
    expect([list.isSent.value, list.content.value.jobId]).toEqual([false, null])
  })

  it('of a job have the records of their asset numbers only', () => {
    const list = useListContent()
    list.openJob('J', [
      entry({ entryId: 'a', key: one, shellNumber: shell(one) }),
      entry({ entryId: 'b', key: 'other', shellNumber: shell(two) }),
    ])
    list.rows.value = list.rows.value.map((row) => ({
      ...row,
      lookup: { state: 'found', record: record(row.number, 0) },
    }))
    list.addRecords()
    const records = [...list.content.value.sent.values()].map(({ checked }) => checked.record?.assetNum)
    expect(records).toEqual([one, undefined])
  })
})

describe('a list that was put aside', () => {
  it('leaves the rows that were added since its job began, and their selections, where it is dismissed', () => {
    const { list, ids } = listOf([one])
    const attach = (jobId: string, id: number) =>
      list.attachJob(jobId, [id], new Map([[id, uncheckedRow]]), null)
    attach('J', ids[0] ?? 0)
    list.leaveJob('later')
    list.showOther()
    const [added] = list.append([two])
    const selection = { isTicked: false } as never
    list.select(new Map([[added?.id ?? 0, selection]]))
    list.showOther()
    // The newer list is sent meanwhile: what is added to it now is not a row of its job either.
    const [other] = list.append([three])
    attach('K', other?.id ?? 0)
    list.dismissOther()
    expect(numbersOf(list)).toEqual([three, two])
    expect(list.unsent.value.map(({ number }) => number)).toEqual([two])
    expect(list.content.value.selections.get(list.rows.value[1]?.id ?? 0)).toBe(selection)
  })
})
