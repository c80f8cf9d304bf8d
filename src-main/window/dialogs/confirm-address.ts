import { confirm } from './ask'
import type { AskDeps, Language } from './ask'
import { addressText, joinTexts, text } from './dialog-text'
import type { DialogText } from './dialog-text'

interface DialogTexts {
  readonly message: (hosts: number) => DialogText
  readonly detail: (origins: DialogText) => DialogText
  readonly yes: DialogText
  readonly no: DialogText
}

const platformTexts: Readonly<Record<Language, DialogTexts>> = {
  en: {
    message: (hosts) =>
      hosts === 1 ? text`Connect to a new address?` : text`Connect to ${hosts} new addresses?`,
    detail: (origins) => text`The credentials entered for this platform are sent to:\n\n${origins}`,
    yes: text`Connect`,
    no: text`Cancel`,
  },
  zh: {
    message: (hosts) => (hosts === 1 ? text`是否连接新地址？` : text`是否连接 ${hosts} 个新地址？`),
    detail: (origins) => text`为此平台填写的凭证将发送到：\n\n${origins}`,
    yes: text`连接`,
    no: text`取消`,
  },
}

const updateTexts: Readonly<Record<Language, DialogTexts>> = {
  en: {
    message: () => text`Change the update server?`,
    detail: (origins) =>
      text`Lock Desk checks this address for updates:\n\n${origins}\n\nOnly updates signed by the publisher are installed.`,
    yes: text`Change server`,
    no: text`Cancel`,
  },
  zh: {
    message: () => text`是否更换更新服务器？`,
    detail: (origins) => text`将从以下地址检查更新：\n\n${origins}\n\n只安装发布方签名的更新。`,
    yes: text`更换`,
    no: text`取消`,
  },
}

const confirmWith =
  (texts: Readonly<Record<Language, DialogTexts>>) =>
  (deps: AskDeps) =>
  (origins: readonly string[]): Promise<boolean> => {
    const { message, detail, yes, no } = texts[deps.language()]
    return confirm(deps, {
      type: 'question',
      message: message(origins.length),
      detail: detail(joinTexts(origins.map(addressText), text`\n`)),
      yes,
      no,
    })
  }

export const confirmAddress = confirmWith(platformTexts)

export const confirmUpdateServer = confirmWith(updateTexts)
