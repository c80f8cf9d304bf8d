import { confirm } from './ask'
import type { AskDeps, Language } from './ask'
import { joinLines, text } from './dialog-text'

// Names every kind of command that `refuseChanges` lets through afterwards.

const texts = {
  en: {
    message: text`Allow changes by the command line?`,
    detail: joinLines(
      text`Every program that you start on this computer can then, without further questions:`,
      text``,
      text`• disable and enable locks`,
      text`• carry out work orders, which also assign, withdraw and lend assets and edit employees`,
      text`• sign work orders and their results with the key of this computer`,
      text`• replace the key of this computer`,
      text`• trust other keys and withdraw trust`,
    ),
    yes: text`Allow changes`,
    no: text`Cancel`,
  },
  zh: {
    message: text`是否允许命令行操作？`,
    detail: joinLines(
      text`允许后，您启动的程序可以进行以下操作，不再确认：`,
      text``,
      text`• 禁用和启用锁`,
      text`• 执行工单，包括分配、收回和借出资产，以及编辑员工`,
      text`• 用本机密钥签发工单及其结果`,
      text`• 更换本机密钥`,
      text`• 信任其他密钥，或撤销信任`,
    ),
    yes: text`允许`,
    no: text`取消`,
  },
} as const satisfies Readonly<Record<Language, object>>

/** Whether the user lets commands of the command line change locks, sign, and decide about keys. */
export const confirmCommandLine = (deps: AskDeps) => (): Promise<boolean> =>
  confirm(deps, { type: 'warning', ...texts[deps.language()] })
