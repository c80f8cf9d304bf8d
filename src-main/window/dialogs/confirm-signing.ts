import type { LockAction } from '#shared/model/changes/change'
import { confirm } from './ask'
import type { AskDeps, Language } from './ask'
import {
  addressText,
  countText,
  idText,
  joinTexts,
  joinLines,
  quoted,
  text,
  timeText,
  changeWordsText,
} from './dialog-text'
import type { DialogText } from './dialog-text'
import { impactTextsEn } from './high-impact-en'
import { impactTextsZh } from './high-impact-zh'

/** A work order as it is signed. */
export interface OrderToSign {
  readonly action: LockAction
  readonly rows: number
  /** The address of the platform, or `training`. */
  readonly platform: string
  readonly enterprises: readonly {
    readonly enterpriseGlobalId: string
    readonly enterpriseName: string | null
  }[]
  readonly notBefore: number
  readonly expires: number
  readonly preparedBy: string
  readonly note: string
  /** As `work-order show` prints it on the other computer. */
  readonly checksum: string
}

export type ConfirmSigning = (order: OrderToSign) => Promise<boolean>

const maxNamed = 5

const enterpriseTexts = (order: OrderToSign): DialogText[] =>
  order.enterprises
    .slice(0, maxNamed)
    .map(({ enterpriseGlobalId, enterpriseName }) =>
      enterpriseName === null ? text`ID ${idText(enterpriseGlobalId)}` : quoted(enterpriseName),
    )

const checksumText = (checksum: string): DialogText => joinTexts(checksum.split(' ').map(idText), text` `)

const inEnglish = (order: OrderToSign) => {
  const { action, rows, enterprises, platform, notBefore, expires, preparedBy, note, checksum } = order
  const rest = enterprises.length - maxNamed
  const names = [...enterpriseTexts(order), ...(rest > 0 ? [impactTextsEn.more(rest)] : [])]
  return {
    message: text`Sign a work order: ${changeWordsText('en', action, 'title', rows)}?`,
    detail: joinLines(
      text`A computer that trusts the key of this one can carry it out once. ${changeWordsText('en', action, 'consequence')}`,
      text``,
      text`Enterprises: ${countText(enterprises.length, 'en')} (${joinTexts(names, text`, `)})`,
      platform === 'training' ? text`Platform: training` : text`Platform: ${addressText(platform)}`,
      text`Valid: ${timeText(notBefore, 'en')} – ${timeText(expires, 'en')}`,
      text`Prepared by: ${quoted(preparedBy)}`,
      note === '' ? null : text`Note: ${quoted(note)}`,
      text`Checksum: ${checksumText(checksum)}`,
    ),
    yes: text`Sign work order`,
    no: text`Cancel`,
  }
}

const inChinese = (order: OrderToSign) => {
  const { action, rows, enterprises, platform, notBefore, expires, preparedBy, note, checksum } = order
  const rest = enterprises.length - maxNamed
  const names = [...enterpriseTexts(order), ...(rest > 0 ? [impactTextsZh.more(rest)] : [])]
  return {
    message: text`是否签发工单：${changeWordsText('zh', action, 'title', rows)}？`,
    detail: joinLines(
      text`信任本机密钥的电脑可执行一次。${changeWordsText('zh', action, 'consequence')}`,
      text``,
      text`企业：${countText(enterprises.length, 'zh')} 家（${joinTexts(names, text`、`)}）`,
      platform === 'training' ? text`平台：培训模式` : text`平台：${addressText(platform)}`,
      text`有效期：${timeText(notBefore, 'zh')} – ${timeText(expires, 'zh')}`,
      text`制单人：${quoted(preparedBy)}`,
      note === '' ? null : text`备注：${quoted(note)}`,
      text`校验值：${checksumText(checksum)}`,
    ),
    yes: text`签发工单`,
    no: text`取消`,
  }
}

const textsIn: Readonly<Record<Language, typeof inEnglish>> = { en: inEnglish, zh: inChinese }

/** Whether the user signs this order. A page cannot sign one by itself. */
export const confirmSigning =
  (deps: AskDeps): ConfirmSigning =>
  (order) =>
    confirm(deps, { type: 'warning', ...textsIn[deps.language()](order) })
