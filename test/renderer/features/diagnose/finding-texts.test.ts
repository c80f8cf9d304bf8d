// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { findingCodes, findingFacts } from '#shared/model/diagnosis'
import type { Diagnosis, FactKind, Finding } from '#shared/model/diagnosis'
import { zh } from '../../../../src-renderer/i18n/chinese'
import { createTexts } from '../../../../src-renderer/i18n/i18n'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import { en } from '../../../../src-renderer/i18n/messages'
import { actionKey, explainFinding } from '../../../../src-renderer/features/diagnose/explain-finding'
import type { FindingWords } from '../../../../src-renderer/features/diagnose/explain-finding'
import { bytesInWords, durationInWords } from '../../../../src-renderer/features/diagnose/facts-in-words'
import { reportText, withoutPeople } from '../../../../src-renderer/features/diagnose/report-text'

const wordsIn = (language: Language): FindingWords => {
  const { t } = createTexts(language, { en, zh }[language]).global
  return {
    t: t,
    tn: (key: string, n: number) => t(key, { n }, { plural: n }),
    language,
    now: 0,
  }
}

const samples: Readonly<Record<FactKind, unknown>> = {
  count: 7,
  bytes: 7_000_000,
  duration: 7_000,
  time: 7_000,
  word: 'xword',
  words: ['xone', 'xtwo'],
  version: '7.7.7',
  host: 'xhost.example:7',
  ids: '0529:0007',
  hash: 'a'.repeat(64),
  outside: 'xoutside',
  given: 'xgiven',
  person: 'xperson',
}
const kindsOf = (code: Finding['code']): Readonly<Record<string, FactKind>> => findingFacts[code]
const sample = (code: Finding['code'], facts: object = {}): Finding => {
  const given = Object.fromEntries(Object.entries(kindsOf(code)).map(([name, kind]) => [name, samples[kind]]))
  return { code, level: 'ok', facts: { ...given, ...facts }, action: { kind: 'again' } } as unknown as Finding
}
/** Made of facts, not facts themselves. */
const composed = new Set(['what', 'next', 'meaning'])

describe('what was found, in words', () => {
  it.each(['en', 'zh'] as const)('has a text for each code that says its facts (%s)', (language) => {
    for (const code of findingCodes) {
      const text = explainFinding(sample(code), wordsIn(language))
      expect(text, code).not.toMatch(/[{}]|undefined|diagnose\./)
      expect(text.trim(), code).not.toBe('')
    }
  })

  it('names no fact that its code does not have', () => {
    for (const code of findingCodes) {
      const text = en.diagnose.finding[code]
      const named = [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
      expect(
        named.filter((name) => !composed.has(name) && !(name in kindsOf(code))),
        code,
      ).toEqual([])
    }
  })

  it('words what is a code of ours', () => {
    const words = wordsIn('en')
    const trouble = sample('way-trouble', { trouble: 'connection-refused', subject: 'p.example:443' })
    expect(explainFinding(trouble, words)).toMatch(/^Nobody answers at p\.example:443\. Check the address/)
    expect(explainFinding(sample('skipped', { after: 'connection' }), words)).toContain('“Connection”')
    expect(explainFinding(sample('settings-own', { settings: ['chunkSize', 'theme'] }), words)).toContain(
      'locks a call, light or dark',
    )
    expect(explainFinding(sample('vault', { state: 'memory', kept: 0 }), wordsIn('zh'))).toContain('密钥环')
  })

  it('writes sizes and times as people say them', () => {
    expect([bytesInWords(300, 'en'), bytesInWords(1.2 * 1024 ** 3, 'zh')]).toEqual(['0.3 kB', '1.2 GB'])
    expect(['en', 'zh'].map((language) => durationInWords(90_000, language as Language))).toEqual([
      '1.5 min',
      '1.5分钟',
    ])
  })

  it('has a button for each action', () => {
    for (const action of [
      { kind: 'again' },
      { kind: 'open', place: 'settings#vault' },
      { kind: 'allow', vendorId: 1, productId: 2 },
      { kind: 'copy', what: 'rule', text: '' },
      { kind: 'copy-line' },
      { kind: 'open-folder' },
      { kind: 'restart' },
    ] as const) {
      expect(wordsIn('en').t(actionKey(action))).not.toMatch(/^diagnose/)
    }
  })
})

const diagnosis: Diagnosis = {
  state: 'done',
  startedAt: 1,
  endedAt: 2,
  lines: [
    {
      id: 'sign-in',
      state: 'done',
      finding: sample('signed-in', { user: 'li.wei' }),
      checkedAt: 2,
      tookMs: 1,
    },
    { id: 'name', state: 'stopped', finding: null, checkedAt: null, tookMs: null },
  ],
}

describe('the report', () => {
  it('has each line in words with its codes', () => {
    expect(reportText(diagnosis, wordsIn('zh'))).toContain('[ ok ] 登录: li.wei')
    expect(reportText(diagnosis, wordsIn('zh'))).toContain('[sign-in: signed-in]')
  })

  it('names nobody where anybody may read it', () => {
    expect(reportText(withoutPeople(diagnosis), wordsIn('en'))).not.toContain('li.wei')
  })
})
