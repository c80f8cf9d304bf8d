import { describe, expect, it } from 'vitest'
import { changeActions, operationOf } from '#shared/model/changes/change'
import { canCheckResult } from '#shared/model/changes/can-check-result'
import { describeEntry } from '../../../../src-renderer/features/activity-log/describe-entry'
import { subjectOf } from '../../../../src-renderer/features/activity-log/subject'
import { changeOperations } from '../../../../src-main/changes/operations/change-operations'
import { createTexts } from '../../support/texts'
import { entryFor } from '../../support/journal-samples'

const wordsOf = (language: 'en' | 'zh') => {
  const { t } = createTexts(language).global
  const text = t as unknown as (key: string, named?: object, options?: object) => string
  return {
    t: (key: string, named = {}) => text(key, named),
    tn: (key: string, n: number, named = {}) => text(key, { ...named, n }, { plural: n }),
  }
}
const en = wordsOf('en')

describe('describeEntry', () => {
  it.each(changeActions)('returns for “%s” a complete sentence in both languages', (action) => {
    for (const words of [en, wordsOf('zh')]) {
      const description = describeEntry(entryFor(action), words)
      const texts = [
        description.sentence,
        ...[...description.requestFacts, ...description.responseFacts].flatMap(({ label, value }) => [
          label,
          value,
        ]),
        ...[...description.requestLists, ...description.responseLists].flatMap(({ title, items }) => [
          title,
          ...items,
        ]),
      ]
      for (const text of texts) {
        expect(text.trim()).not.toBe('')
        expect(text).not.toMatch(/[{}|]|null|undefined|\[object|journal\./)
      }
    }
  })

  it.each([
    ['lend', 'Li Wei requested to lend 2 assets of Chen Yu on this lock.'],
    ['assign', 'Li Wei requested to assign 2 assets to Chen Yu.'],
    ['allocate', 'Li Wei requested 3 shell numbers.'],
    ['order', 'Li Wei requested order batch SO-2026-1121 with 2 orders.'],
    ['reset-password', 'Li Wei requested to reset the password of Chen Yu.'],
  ] as const)('returns for “%s”: “%s”', (action, sentence) => {
    expect(describeEntry(entryFor(action), en).sentence).toBe(sentence)
  })

  it('returns the response data for copying', () => {
    expect(describeEntry(entryFor('allocate'), en).responseLists).toMatchObject([
      { items: ['8000000901', '8000000902', '8000000903'], copied: '8000000901\n8000000902\n8000000903' },
    ])
    expect(describeEntry(entryFor('order'), en).responseLists).toMatchObject([
      { items: ['1 · LO-90001 · 77001', '2 · LO-90002 · 77002'], copied: 'LO-90001\nLO-90002' },
    ])
    expect(describeEntry(entryFor('create-enterprise'), en).responseFacts).toMatchObject([
      { label: 'Enterprise ID', value: '1846372910564738299', isCopied: true },
    ])
    expect(describeEntry(entryFor('order'), en).requestLists).toMatchObject([
      { items: ['1 · New purchase · 临港设计院 · 8000000017', '2 · Revoke assets · 北桥 · 2 assets'] },
    ])
  })

  it('copies lists without spreadsheet formulas', () => {
    const result = { members: [{ memberIdentity: '=1+1' }, { memberIdentity: 'a;＝1' }] }
    expect(describeEntry(entryFor('create-enterprise', { result }), en).responseLists).toMatchObject([
      { items: ['=1+1', 'a;＝1'], copied: "'=1+1\n'a;'＝1" },
    ])
  })

  it.each(changeActions)('handles “%s” with data of an unknown shape', (action) => {
    for (const strange of [
      null,
      7,
      'text',
      [null, 1, [2]],
      { assets: 'none', orders: [null], members: {} },
    ]) {
      const one = entryFor(action, { request: strange, result: strange, memberName: null })
      expect(describeEntry(one, en).sentence).not.toBe('')
      expect(subjectOf(one, en)).toBeDefined()
    }
  })
})

describe('reading back an unconfirmed change', () => {
  it.each(changeActions)('is offered for “%s” where main supports it', (action) => {
    const canMain = changeOperations[operationOf[action]].readBack !== null
    expect(canCheckResult(entryFor(action, { state: 'unknown' }))).toBe(canMain)
    expect(canCheckResult(entryFor(action, { state: 'done' }))).toBe(false)
  })
})
