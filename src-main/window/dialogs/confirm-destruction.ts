import { confirm } from './ask'
import type { AskDeps, Language } from './ask'
import { addressText, countText, joinLines, quoted, text } from './dialog-text'
import type { DialogText } from './dialog-text'

/** What a command would destroy for good, lock away, or open to changes. */
export type Destruction =
  | { readonly kind: 'set-passphrase' }
  /** `secrets` are all that are stored on disk. */
  | { readonly kind: 'delete-passphrase'; readonly secrets: number }
  | { readonly kind: 'replace-key' }
  /** `notShared` are the facts that the other computers will not get. */
  | { readonly kind: 'leave-branch'; readonly computer: string; readonly notShared: number }
  | { readonly kind: 'withdraw-trust'; readonly name: string }
  | {
      readonly kind: 'remove-platform'
      readonly name: string
      readonly address: string
      /** Null if another saved platform uses it too. */
      readonly data: { readonly queued: number; readonly unfinishedJobs: number } | null
    }
  /** Changes may be sent to the platform again. */
  | { readonly kind: 'end-look-only'; readonly name: string; readonly address: string }
  | { readonly kind: 'delete-keys'; readonly name: string; readonly address: string }
  /** An edited platform is saved, and its stored app secrets do not fit it, or others were entered untested. */
  | { readonly kind: 'replace-keys'; readonly name: string; readonly address: string }
  /** The one on a line of a document. */
  | { readonly kind: 'delete-signature' }
  /** `count` are the signatures that are older than `days` now. */
  | { readonly kind: 'delete-signatures'; readonly days: number; readonly count: number }

export type ConfirmDestruction = (destruction: Destruction) => Promise<boolean>

interface Texts {
  readonly message: DialogText
  readonly detail: DialogText
  readonly yes: DialogText
}

const counted = (count: number, one: DialogText): DialogText =>
  text`${countText(count, 'en')} ${one}${count === 1 ? text`` : text`s`}`

const inEnglish = (destruction: Destruction): Texts => {
  switch (destruction.kind) {
    case 'set-passphrase':
      return {
        message: text`Set a passphrase for saved credentials?`,
        detail: text`Credentials saved from now on can be read only with it, also after a restart. A forgotten passphrase cannot be restored.`,
        yes: text`Set passphrase`,
      }
    case 'delete-passphrase':
      return {
        message: text`Delete the passphrase?`,
        detail: text`All credentials and keys encrypted with it are deleted and cannot be restored. Saved on this computer: ${countText(destruction.secrets, 'en')}.`,
        yes: text`Delete passphrase`,
      }
    case 'replace-key':
      return {
        message: text`Replace the key of this computer?`,
        detail: text`Other computers reject work orders and results until they trust the new key. The former key cannot be restored.`,
        yes: text`Replace key`,
      }
    case 'leave-branch':
      return {
        message: text`Leave the branch?`,
        detail: joinLines(
          text`What is known stays on this computer, and what it shared stays in the branch. It needs a new join file to join again.`,
          destruction.notShared === 0
            ? null
            : text`Not shared yet: ${countText(destruction.notShared, 'en')}. The other computers will not get it.`,
          text`Then ask the administrator to remove ${quoted(destruction.computer)}.`,
        ),
        yes: text`Leave branch`,
      }
    case 'withdraw-trust':
      return {
        message: text`Withdraw trust in ${quoted(destruction.name)}?`,
        detail: text`Work orders and results signed with its key are then rejected here. To trust it again, compare its six words.`,
        yes: text`Withdraw trust`,
      }
    case 'remove-platform':
      return {
        message: text`Remove the platform ${quoted(destruction.name)}?`,
        detail: joinLines(
          text`Address: ${addressText(destruction.address)}`,
          text`Its credentials on this computer are deleted. The activity log stays.`,
          destruction.data === null
            ? null
            : text`Deleted too: known locks, queued changes (${countText(destruction.data.queued, 'en')}), passwords of unfinished jobs (${countText(destruction.data.unfinishedJobs, 'en')}).`,
        ),
        yes: text`Remove platform`,
      }
    case 'end-look-only':
      return {
        message: text`Allow changes to ${quoted(destruction.name)}?`,
        detail: joinLines(
          text`Address: ${addressText(destruction.address)}`,
          text`Look only ends. Lock Desk can then send changes to this platform. The activity log records it.`,
        ),
        yes: text`Allow changes`,
      }
    case 'delete-keys':
      return {
        message: text`Delete the app keys of ${quoted(destruction.name)}?`,
        detail: joinLines(
          text`Address: ${addressText(destruction.address)}`,
          text`The sign-in is deleted too. Both must be entered again to send changes.`,
        ),
        yes: text`Delete app keys`,
      }
    case 'replace-keys':
      return {
        message: text`Replace the saved app keys of ${quoted(destruction.name)}?`,
        detail: joinLines(
          text`Address: ${addressText(destruction.address)}`,
          text`Saving the edited platform deletes or replaces its app secrets on this computer. They cannot be restored.`,
        ),
        yes: text`Replace app keys`,
      }
    case 'delete-signature':
      return {
        message: text`Delete this signature?`,
        detail: text`Its line is then empty. The signature cannot be restored. The activity log’s file records it.`,
        yes: text`Delete signature`,
      }
    case 'delete-signatures':
      return {
        message: text`Delete signatures after ${counted(destruction.days, text`day`)}?`,
        detail: text`Older now: ${counted(destruction.count, text`signature`)}. They are deleted when Lock Desk starts again, and cannot be restored.`,
        yes: text`Delete signatures`,
      }
  }
}

const inChinese = (destruction: Destruction): Texts => {
  switch (destruction.kind) {
    case 'set-passphrase':
      return {
        message: text`是否为保存的凭证设置口令？`,
        detail: text`此后保存的凭证只能凭口令读取，重启后也是如此。口令遗忘后无法恢复。`,
        yes: text`设置口令`,
      }
    case 'delete-passphrase':
      return {
        message: text`是否删除口令？`,
        detail: text`用口令加密的凭证和密钥将全部删除，且无法恢复。本机已保存 ${countText(destruction.secrets, 'zh')} 项。`,
        yes: text`删除口令`,
      }
    case 'replace-key':
      return {
        message: text`是否更换本机密钥？`,
        detail: text`另一台电脑信任新密钥之前，会拒绝用它签名的工单和结果。原密钥无法恢复。`,
        yes: text`更换密钥`,
      }
    case 'leave-branch':
      return {
        message: text`是否退出网点？`,
        detail: joinLines(
          text`已知的内容保留在本机，已共享的内容保留在网点中。重新加入需要新的加入文件。`,
          destruction.notShared === 0
            ? null
            : text`尚未共享 ${countText(destruction.notShared, 'zh')} 项，其他电脑将无法获得。`,
          text`之后请管理员移除${quoted(destruction.computer)}。`,
        ),
        yes: text`退出网点`,
      }
    case 'withdraw-trust':
      return {
        message: text`是否撤销对${quoted(destruction.name)}的信任？`,
        detail: text`撤销后，本机拒绝用其密钥签名的工单和结果。重新信任时需再次核对六个词。`,
        yes: text`撤销信任`,
      }
    case 'remove-platform':
      return {
        message: text`是否移除平台${quoted(destruction.name)}？`,
        detail: joinLines(
          text`地址：${addressText(destruction.address)}`,
          text`本机上的凭证将被删除。操作日志保留。`,
          destruction.data === null
            ? null
            : text`同时删除：已知锁、排队操作（${countText(destruction.data.queued, 'zh')} 项）、未完成任务的密码（${countText(destruction.data.unfinishedJobs, 'zh')} 个）。`,
        ),
        yes: text`移除平台`,
      }
    case 'end-look-only':
      return {
        message: text`是否允许更改${quoted(destruction.name)}？`,
        detail: joinLines(
          text`地址：${addressText(destruction.address)}`,
          text`“仅查看”将关闭，此后可向该平台发送操作。操作日志会记录此事。`,
        ),
        yes: text`允许更改`,
      }
    case 'delete-keys':
      return {
        message: text`是否删除${quoted(destruction.name)}的 App Key？`,
        detail: joinLines(
          text`地址：${addressText(destruction.address)}`,
          text`登录信息也将删除。再次发送操作前，需重新填写。`,
        ),
        yes: text`删除 App Key`,
      }
    case 'replace-keys':
      return {
        message: text`是否替换${quoted(destruction.name)}已保存的 App Key？`,
        detail: joinLines(
          text`地址：${addressText(destruction.address)}`,
          text`保存后，本机的 App Secret 将被删除或替换，且无法恢复。`,
        ),
        yes: text`替换 App Key`,
      }
    case 'delete-signature':
      return {
        message: text`是否删除此签名？`,
        detail: text`删除后该签名栏为空，签名无法恢复。操作日志文件会记录此事。`,
        yes: text`删除签名`,
      }
    case 'delete-signatures':
      return {
        message: text`是否在 ${countText(destruction.days, 'zh')} 天后删除签名？`,
        detail: text`目前有 ${countText(destruction.count, 'zh')} 个签名超过此期限，将在下次启动时删除，且无法恢复。`,
        yes: text`删除签名`,
      }
  }
}

const cancelButton: Readonly<Record<Language, DialogText>> = { en: text`Cancel`, zh: text`取消` }

/** Whether the user accepts the loss. */
export const confirmDestruction =
  (deps: AskDeps): ConfirmDestruction =>
  (destruction) => {
    const language = deps.language()
    const texts = language === 'zh' ? inChinese(destruction) : inEnglish(destruction)
    return confirm(deps, { type: 'warning', ...texts, no: cancelButton[language] })
  }
