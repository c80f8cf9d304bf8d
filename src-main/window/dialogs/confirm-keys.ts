import { confirm } from './ask'
import type { AskDeps, Language } from './ask'
import { joinTexts, quoted, text, wordsText } from './dialog-text'
import type { DialogText } from './dialog-text'

// Trust in a key is given in a system dialog: no page can show other words than those of the key.

const trustTexts: Readonly<
  Record<
    Language,
    {
      readonly message: (name: DialogText) => DialogText
      readonly detail: (words: DialogText) => DialogText
      readonly yes: DialogText
      readonly no: DialogText
    }
  >
> = {
  en: {
    message: (name) => text`Trust the key of ${name}?`,
    detail: (words) =>
      text`Compare the six words of one list with Settings > Work orders on the other computer:\n\n${words}\n\nIf one word differs, do not trust it. Work orders and results signed with this key are then accepted here.`,
    yes: text`The words are the same`,
    no: text`Cancel`,
  },
  zh: {
    message: (name) => text`是否信任${name}的密钥？`,
    detail: (words) =>
      text`请任选一组，与另一台电脑“设置 > 工单”中的六个词核对：\n\n${words}\n\n如有一个词不同，请勿信任。信任后，本机接受用此密钥签名的工单和结果。`,
    yes: text`六个词一致`,
    no: text`取消`,
  },
}

export interface KeyToTrust {
  readonly name: string
  readonly words: Readonly<Record<Language, readonly string[]>>
}

/** The other computer may have another language. The list of this app's language is first. */
const bothLists = (words: KeyToTrust['words'], language: Language): DialogText => {
  const lists = [
    text`English:  ${wordsText(words.en, text`  `)}`,
    text`简体中文：${wordsText(words.zh, text`\u3000`)}`,
  ]
  return joinTexts(language === 'zh' ? lists.reverse() : lists, text`\n`)
}

/** Whether the user has compared the words of a key and trusts it. */
export const confirmTrust =
  (deps: AskDeps) =>
  ({ name, words }: KeyToTrust): Promise<boolean> => {
    const language = deps.language()
    const { message, detail, yes, no } = trustTexts[language]
    return confirm(deps, {
      type: 'warning',
      message: message(quoted(name)),
      detail: detail(bothLists(words, language)),
      yes,
      no,
    })
  }
