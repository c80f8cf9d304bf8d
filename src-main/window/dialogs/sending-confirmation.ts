import type { KnownRequest } from '#shared/model/locks/learned-model'
import type { DeviceFacts } from '#shared/model/locks/plugged-lock'
import { usbId } from '#shared/usb-id'
import type { ConfirmationText } from './high-impact-text'
import { bytesText, idText, joinLines, quoted, text } from './dialog-text'
import type { DialogText } from './dialog-text'

/**
 * Sending data to devices: test requests to one device, listed requests of known profiles to one device, or a profile's
 * requests to all devices of its model.
 */
export type SendingRequest =
  | { readonly kind: 'device'; readonly facts: DeviceFacts; readonly minutes: number }
  | { readonly kind: 'requests'; readonly facts: DeviceFacts; readonly requests: readonly KnownRequest[] }
  | {
      readonly kind: 'profile'
      readonly profileId: string
      readonly vendorId: number
      readonly productId: number
    }

/** A confirmation that the renderer cannot forge. */
export type ConfirmSending = (request: SendingRequest) => Promise<boolean>

const idsOf = (ids: Parameters<typeof usbId>[0]): DialogText => idText(usbId(ids))

const inEnglish = (request: SendingRequest): ConfirmationText => {
  if (request.kind === 'profile') {
    return {
      message: text`Save a profile that sends requests?`,
      detail: joinLines(
        text`Every plugged-in device ${idsOf(request)} receives its requests. A wrong request may damage a device.`,
        text`Profile: ${quoted(request.profileId)}`,
      ),
      yes: text`Save a profile that sends requests`,
    }
  }
  const { facts } = request
  const device = [
    text`Device: ${quoted(facts.product ?? '')}, ID ${idsOf(facts)}`,
    text`Manufacturer: ${quoted(facts.manufacturer ?? '')}, serial number: ${quoted(facts.serialNumber ?? '')}`,
  ]
  if (request.kind === 'requests') {
    const { requests } = request
    const count = text`${requests.length} request${requests.length === 1 ? text`` : text`s`}`
    return {
      message: text`Send ${count} to 1 device?`,
      detail: joinLines(
        text`This writes to the device. A wrong request may damage it.`,
        text`Each may be sent more than once. “??” is a random byte, zeros fill the report.`,
        ...device,
        text``,
        ...requests.map(
          ({ profile, isFeature, reportId, length, bytes }) =>
            text`${quoted(profile.en)}, ${isFeature ? text`feature` : text`output`} report ${reportId}, ${length} bytes: ${bytesText(bytes)}`,
        ),
      ),
      yes: text`Send ${count} to 1 device`,
    }
  }
  const { minutes } = request
  const time = text`${minutes} minute${minutes === 1 ? text`` : text`s`}`
  return {
    message: text`Allow sending to 1 device for ${time}?`,
    detail: joinLines(
      text`This device receives the test requests of lock profiles. A wrong request may damage it.`,
      ...device,
    ),
    yes: text`Allow sending to 1 device for ${time}`,
  }
}

const inChinese = (request: SendingRequest): ConfirmationText => {
  if (request.kind === 'profile') {
    return {
      message: text`确定保存会发送请求的锁配置？`,
      detail: joinLines(
        text`每个插上的设备 ${idsOf(request)} 都将收到请求。错误的请求可能损坏设备。`,
        text`锁配置：${quoted(request.profileId)}`,
      ),
      yes: text`保存会发送请求的锁配置`,
    }
  }
  const { facts } = request
  const device = [
    text`设备：${quoted(facts.product ?? '')}，ID ${idsOf(facts)}`,
    text`厂商：${quoted(facts.manufacturer ?? '')}，序列号：${quoted(facts.serialNumber ?? '')}`,
  ]
  if (request.kind === 'requests') {
    const { requests } = request
    return {
      message: text`确定向 1 个设备发送 ${requests.length} 个请求？`,
      detail: joinLines(
        text`将向该设备写入数据。错误的请求可能损坏设备。`,
        text`每个请求可能发送多次。“??”为随机字节，其余补零。`,
        ...device,
        text``,
        ...requests.map(
          ({ profile, isFeature, reportId, length, bytes }) =>
            text`${quoted(profile.zh)}，${isFeature ? text`特征` : text`输出`}报告 ${reportId}，${length} 字节：${bytesText(bytes)}`,
        ),
      ),
      yes: text`向 1 个设备发送 ${requests.length} 个请求`,
    }
  }
  const { minutes } = request
  return {
    message: text`确定允许向 1 个设备发送 ${minutes} 分钟？`,
    detail: joinLines(text`该设备将收到锁配置的测试请求。错误的请求可能损坏设备。`, ...device),
    yes: text`允许向 1 个设备发送 ${minutes} 分钟`,
  }
}

export const sendingConfirmation = (request: SendingRequest, language: 'en' | 'zh'): ConfirmationText =>
  language === 'zh' ? inChinese(request) : inEnglish(request)
