// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { findingCodes, findingFacts } from '#shared/model/app/diagnosis'
import type { Diagnosis, FactKind, Finding } from '#shared/model/app/diagnosis'
import { zh } from '../../../../src-renderer/i18n/chinese'
import { createTexts } from '../../../../src-renderer/i18n/i18n'
import type { Language } from '../../../../src-renderer/i18n/i18n'
import { en } from '../../../../src-renderer/i18n/messages'
import { actionKey, explainFinding } from '../../../../src-renderer/features/diagnose/explain-finding'
import type { FindingTranslator } from '../../../../src-renderer/features/diagnose/explain-finding'
import { formatBytes, formatDuration } from '../../../../src-renderer/features/diagnose/fact-texts'
import { reportText, withoutNames } from '../../../../src-renderer/features/diagnose/report-text'

const translatorIn = (language: Language): FindingTranslator => {
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
  code: 'xword',
  codes: ['xone', 'xtwo'],
  version: '7.7.7',
  host: 'xhost.example:7',
  ids: '0529:0007',
  hash: 'a'.repeat(64),
  external: 'xoutside',
  name: 'xgiven',
  person: 'xperson',
}
const kindsOf = (code: Finding['code']): Readonly<Record<string, FactKind>> => findingFacts[code]
const sample = (code: Finding['code'], facts: object = {}): Finding => {
  const given = Object.fromEntries(Object.entries(kindsOf(code)).map(([name, kind]) => [name, samples[kind]]))
  return { code, level: 'ok', facts: { ...given, ...facts }, action: { kind: 'again' } } as unknown as Finding
}
/** Composed from facts. */
const composed = new Set(['what', 'next', 'meaning'])

describe('finding texts', () => {
  it.each(['en', 'zh'] as const)('exist for each code and include its facts (%s)', (language) => {
    for (const code of findingCodes) {
      const text = explainFinding(sample(code), translatorIn(language))
      expect(text, code).not.toMatch(/[{}]|undefined|diagnose\./)
      expect(text.trim(), code).not.toBe('')
    }
  })

  it('use no fact that their code does not have', () => {
    for (const code of findingCodes) {
      const text = en.diagnose.finding[code]
      const named = [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
      expect(
        named.filter((name) => !composed.has(name) && !(name in kindsOf(code))),
        code,
      ).toEqual([])
    }
  })

  it('translate internal codes', () => {
    const translator = translatorIn('en')
    const problem = sample('connection-problem', { problem: 'connection-refused', subject: 'p.example:443' })
    expect(explainFinding(problem, translator)).toMatch(
      /^p\.example:443 refused the connection\. Check the address/,
    )
    expect(explainFinding(sample('skipped', { after: 'connection' }), translator)).toContain('“Connection”')
    expect(
      explainFinding(sample('settings-changed', { settings: ['chunkSize', 'theme'] }), translator),
    ).toContain('locks per request, theme')
    expect(explainFinding(sample('vault', { state: 'memory', kept: 0 }), translatorIn('zh'))).toContain(
      '钥匙串',
    )
  })

  it('format sizes and times', () => {
    expect([formatBytes(300, 'en'), formatBytes(1.2 * 1024 ** 3, 'zh')]).toEqual(['0.3 kB', '1.2 GB'])
    expect(['en', 'zh'].map((language) => formatDuration(90_000, language as Language))).toEqual([
      '1.5 min',
      '1.5 分钟',
    ])
  })

  it('have a button for each action', () => {
    for (const action of [
      { kind: 'again' },
      { kind: 'open', place: 'settings#vault' },
      { kind: 'allow', vendorId: 1, productId: 2 },
      { kind: 'copy', what: 'rule', text: '' },
      { kind: 'copy-line' },
      { kind: 'open-folder' },
      { kind: 'restart' },
    ] as const) {
      expect(translatorIn('en').t(actionKey(action))).not.toMatch(/^diagnose/)
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
  it('has each line as text with its codes', () => {
    expect(reportText(diagnosis, translatorIn('zh'))).toContain('[ ok ] 登录: li.wei')
    expect(reportText(diagnosis, translatorIn('zh'))).toContain('[sign-in: signed-in]')
  })

  it('contains no user names in its public form', () => {
    expect(reportText(withoutNames(diagnosis), translatorIn('en'))).not.toContain('li.wei')
  })
})
