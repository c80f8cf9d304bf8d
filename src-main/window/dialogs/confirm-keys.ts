import { visibleText } from '#shared/model/visible-text'
import { confirm } from './ask'
import type { AskDeps, Language } from './ask'

// Trust in a key is given in a system dialog: no page can show other words than those of the key.

const trustTexts: Readonly<
  Record<
    Language,
    {
      readonly message: (name: string) => string
      readonly detail: (words: string) => string
      readonly yes: string
      readonly no: string
    }
  >
> = {
  en: {
    message: (name) => `Trust the key of “${name}”?`,
    detail: (words) =>
      `Compare the six words of one list with Settings > Work orders on the other computer:\n\n${words}\n\nIf one word differs, do not trust it. Work orders and results signed with this key are then accepted here.`,
    yes: 'The words are the same',
    no: 'Cancel',
  },
  zh: {
    message: (name) => `是否信任“${name}”的密钥？`,
    detail: (words) =>
      `请任选一组，与另一台计算机“设置 > 工单”中的六个词核对：\n\n${words}\n\n如有一个词不同，请勿信任。信任后，本机接受用此密钥签名的工单和结果。`,
    yes: '六个词一致',
    no: '取消',
  },
}

const replaceTexts: Readonly<
  Record<
    Language,
    { readonly message: string; readonly detail: string; readonly yes: string; readonly no: string }
  >
> = {
  en: {
    message: 'Replace the key of this computer?',
    detail:
      'Other computers reject work orders and results until they trust the new key. The former key cannot be restored.',
    yes: 'Replace key',
    no: 'Cancel',
  },
  zh: {
    message: '是否更换本机密钥？',
    detail: '其他计算机信任新密钥之前，会拒绝用它签名的工单和结果。原密钥无法恢复。',
    yes: '更换密钥',
    no: '取消',
  },
}

export interface KeyToTrust {
  readonly name: string
  readonly words: Readonly<Record<Language, readonly string[]>>
}

/** The other computer may have another language. The list of this app's language is first. */
const bothLists = (words: KeyToTrust['words'], language: Language): string => {
  const lines = [`English:  ${words.en.join('  ')}`, `简体中文：${words.zh.join('　')}`]
  return (language === 'zh' ? lines.reverse() : lines).join('\n')
}

/** Whether the user has compared the words of a key and trusts it. */
export const confirmTrust =
  (deps: AskDeps) =>
  ({ name, words }: KeyToTrust): Promise<boolean> => {
    const language = deps.language()
    const { message, detail, yes, no } = trustTexts[language]
    return confirm(deps, {
      type: 'warning',
      message: message(visibleText(name)),
      detail: detail(bothLists(words, language)),
      yes,
      no,
    })
  }

/** Whether the user replaces the key of this computer. */
export const confirmKeyReplacement = (deps: AskDeps) => (): Promise<boolean> =>
  confirm(deps, { type: 'warning', ...replaceTexts[deps.language()] })
