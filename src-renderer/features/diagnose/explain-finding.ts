import { checkGroupOf } from '#shared/model/diagnosis'
import type { CheckId, DiagnosePlace, Finding, NextAction } from '#shared/model/diagnosis'
import { testProblems } from '#shared/model/environment'
import type { TestProblemCode } from '#shared/model/environment'
import { vaultStates } from '#shared/model/vault-status'
import type { VaultState } from '#shared/model/vault-status'
import { platformFailureCodes } from '#shared/platform-failure'
import type { PlatformFailureCode } from '#shared/platform-failure'
import type { Language } from '../../i18n/i18n'
import { joinSentences } from '../../i18n/i18n'
import type { TextKey } from '../../i18n/messages'
import type { Texts } from '../../i18n/use-texts'
import { factsInWords } from './facts-in-words'

export interface FindingWords extends Pick<Texts, 't' | 'tn'> {
  readonly language: Language
  readonly now: number
}

const isTrouble = (code: string): code is TestProblemCode => testProblems.some((known) => known === code)
const isVaultState = (state: string): state is VaultState => vaultStates.some((known) => known === state)
const isFailure = (code: string): code is PlatformFailureCode =>
  platformFailureCodes.some((known) => known === code)
const isModule = (name: string): name is 'order' | 'member' => name === 'order' || name === 'member'
const isCheck = (id: string): id is CheckId => id in checkGroupOf

const settingNames = [
  'language',
  'theme',
  'railCollapsed',
  'timeUnit',
  'idleLockMinutes',
  'sound',
  'chunkSize',
  'labels',
  'queueHours',
] as const
const settingName = (name: string): TextKey =>
  `diagnose.setting.${settingNames.find((known) => known === name) ?? 'other'}`

/** Facts that are codes of ours, in words; the rest stays as it is. */
const worded = (finding: Finding, words: FindingWords): Record<string, string> => {
  const { t } = words
  const module = (name: string) => (isModule(name) ? t(`connect.module.${name}`) : name)
  const list = t('diagnose.list')
  switch (finding.code) {
    case 'way-trouble': {
      const { trouble, subject } = finding.facts
      if (!isTrouble(trouble)) return { what: trouble, next: '' }
      return {
        what: t(`connect.trouble.${trouble}.what`, { subject: module(subject) }),
        next: t(`connect.trouble.${trouble}.next`),
      }
    }
    case 'vault': {
      const { state, kept } = finding.facts
      if (!isVaultState(state)) return { meaning: state }
      const stored =
        kept > 0 ? `${words.tn('diagnose.kept', kept)}${words.language === 'zh' ? '。' : '.'}` : ''
      return { meaning: joinSentences(words.language, [t(`connect.vault.state.${state}`), stored]) }
    }
    case 'answers-given':
      return { modules: finding.facts.modules.map(module).join(list) }
    case 'answers-refused':
      return { module: module(finding.facts.module) }
    case 'failures-recent': {
      const { failure } = finding.facts
      return { failure: isFailure(failure) ? t(`diagnose.failure.${failure}`) : failure }
    }
    case 'settings-own': {
      const names = finding.facts.settings.map((name) => t(settingName(name)))
      return { settings: [...new Set(names)].join(list) }
    }
    case 'skipped': {
      const { after } = finding.facts
      return { after: isCheck(after) ? t(`diagnose.check.${after}`) : after }
    }
    case 'environment-open':
      return finding.facts.name === '' ? { name: t('diagnose.unnamedPlatform') } : {}
    case 'lock-no-permission':
    case 'lock-busy':
    case 'lock-unknown-model':
    case 'lock-silent':
    case 'lock-unreadable':
    case 'lock-gone':
      return finding.facts.device === '' ? { device: t('diagnose.unnamedDevice') } : {}
    default:
      return {}
  }
}

/** What was found, in the person's language; the next thing to do is part of it where a button alone says too little. */
export const explainFinding = (finding: Finding, words: FindingWords): string => {
  const facts = factsInWords(finding, { ...words, list: words.t('diagnose.list') })
  return words.t(`diagnose.finding.${finding.code}`, { ...facts, ...worded(finding, words) })
}

/** What the system, a device or the platform said of it, for support. */
export const detailOf = (finding: Finding): string => {
  const { facts }: { facts: Readonly<Record<string, unknown>> } = finding
  const said = [facts['detail'], facts['how']].filter((text) => typeof text === 'string' && text !== '')
  return said.join(' · ')
}

const placeNames = {
  devices: 'devices',
  journal: 'journal',
  desk: 'desk',
  settings: 'settings',
  'settings#environments': 'environments',
  'settings#vault': 'vault',
  'settings#enterprises': 'enterprises',
  'settings#data': 'data',
} as const satisfies Record<DiagnosePlace, string>

export const actionKey = (action: NextAction): TextKey => {
  switch (action.kind) {
    case 'again':
      return 'diagnose.action.again'
    case 'open':
      return `diagnose.action.${placeNames[action.place]}`
    case 'allow':
      return 'diagnose.action.allow'
    case 'copy':
      return `diagnose.action.${action.what}`
    case 'copy-line':
      return 'diagnose.action.line'
    case 'open-folder':
      return 'diagnose.action.folder'
    case 'restart':
      return 'diagnose.action.restart'
  }
}
