import { checkGroupOf } from '#shared/model/app/diagnosis'
import type { CheckId, DiagnosePlace, Finding, NextAction } from '#shared/model/app/diagnosis'
import { testProblems } from '#shared/model/app/saved-platform'
import type { TestProblemCode } from '#shared/model/app/saved-platform'
import { isDiagnosedSetting } from '#shared/model/app/settings'
import { vaultStates } from '#shared/model/app/vault-status'
import type { VaultState } from '#shared/model/app/vault-status'
import { platformFailureCodes } from '#shared/model/api/platform-failure'
import type { PlatformFailureCode } from '#shared/model/api/platform-failure'
import type { Language } from '../../i18n/i18n'
import { joinSentences } from '../../i18n/i18n'
import type { TextKey } from '../../i18n/messages'
import type { Texts } from '../../i18n/use-texts'
import { formatFacts } from './fact-texts'

export interface FindingTranslator extends Pick<Texts, 't' | 'tn'> {
  readonly language: Language
  readonly now: number
}

const isTestProblem = (code: string): code is TestProblemCode => testProblems.some((known) => known === code)
const isVaultState = (state: string): state is VaultState => vaultStates.some((known) => known === state)
const isFailure = (code: string): code is PlatformFailureCode =>
  platformFailureCodes.some((known) => known === code)
const isModule = (name: string): name is 'order' | 'member' => name === 'order' || name === 'member'
const isCheck = (id: string): id is CheckId => id in checkGroupOf

const vaultMeaning = (
  { state, kept }: { readonly state: string; readonly kept: number },
  { t, tn, language }: FindingTranslator,
): string => {
  if (!isVaultState(state)) return state
  const stored = kept > 0 ? `${tn('diagnose.saved', kept)}${language === 'zh' ? '。' : '.'}` : ''
  return joinSentences(language, [t(`connect.vault.state.${state}`), stored])
}

/** What stands in place of an empty name. */
const namedOr = (name: string, unnamed: Record<string, string>): Record<string, string> =>
  name === '' ? unnamed : {}

/** Translates facts that are codes; other facts stay unchanged. */
const translatedFacts = (finding: Finding, translator: FindingTranslator): Record<string, string> => {
  const { t } = translator
  const checkName = (id: string) => (isCheck(id) ? t(`diagnose.check.${id}`) : id)
  const failureName = (code: string) => (isFailure(code) ? t(`diagnose.failure.${code}`) : code)
  const module = (name: string) => (isModule(name) ? t(`connect.module.${name}`) : name)
  const list = t('common.listComma')
  switch (finding.code) {
    case 'connection-problem': {
      const { problem, subject } = finding.facts
      if (!isTestProblem(problem)) return { what: problem, next: '' }
      return {
        what: t(`connect.testProblem.${problem}.what`, { subject: module(subject) }),
        next: t(`connect.testProblem.${problem}.next`),
      }
    }
    case 'vault':
      return { meaning: vaultMeaning(finding.facts, translator) }
    case 'modules-responding':
      return { modules: finding.facts.modules.map(module).join(list) }
    case 'module-rejected':
      return { module: module(finding.facts.module) }
    case 'failures-recent':
      return { failure: failureName(finding.facts.failure) }
    case 'settings-changed': {
      const names = finding.facts.settings.filter(isDiagnosedSetting)
      return { settings: names.map((name) => t(`diagnose.setting.${name}`)).join(list) }
    }
    case 'skipped':
      return { after: checkName(finding.facts.after) }
    case 'environment-open':
      return namedOr(finding.facts.name, { name: t('common.platform') })
    case 'lock-no-permission':
    case 'lock-busy':
    case 'lock-unknown-model':
    case 'lock-silent':
    case 'lock-unreadable':
    case 'lock-gone':
    case 'lock-not-compared':
      return namedOr(finding.facts.device, { device: t('diagnose.unnamedDevice') })
    default:
      return {}
  }
}

/** A finding in the user's language; includes the next step if a button alone would not explain it. */
export const explainFinding = (finding: Finding, translator: FindingTranslator): string => {
  const facts = formatFacts(finding, { ...translator, list: translator.t('common.listComma') })
  return translator.t(`diagnose.finding.${finding.code}`, {
    ...facts,
    ...translatedFacts(finding, translator),
  })
}

/** The message of the system, device or platform, for support. */
export const detailOf = (finding: Finding): string => {
  const { facts }: { facts: Readonly<Record<string, unknown>> } = finding
  const details = [facts['detail'], facts['how']].filter((text) => typeof text === 'string' && text !== '')
  return details.join(' · ')
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
