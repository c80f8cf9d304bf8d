import type { KnownRequest } from '#shared/model/locks/learned-model'
import type { DeviceFacts } from '#shared/model/locks/plugged-lock'
import type { ConfirmationText } from './high-impact-text'
import { toPlainText } from './sanitize-impact'

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

const hex = (id: number): string => id.toString(16).padStart(4, '0')
const idsOf = ({ vendorId, productId }: { readonly vendorId: number; readonly productId: number }): string =>
  `${hex(vendorId)}:${hex(productId)}`

const inEnglish = (request: SendingRequest): ConfirmationText => {
  if (request.kind === 'profile') {
    return {
      message: 'Save a profile that sends requests?',
      detail: [
        `Every plugged-in device ${idsOf(request)} receives its requests. A wrong request may damage a device.`,
        `Profile: “${toPlainText(request.profileId)}”`,
      ].join('\n'),
      yes: 'Save a profile that sends requests',
    }
  }
  const { facts } = request
  const device = [
    `Device: “${toPlainText(facts.product ?? '')}”, ID ${idsOf(facts)}`,
    `Manufacturer: “${toPlainText(facts.manufacturer ?? '')}”, serial number: “${toPlainText(facts.serialNumber ?? '')}”`,
  ]
  if (request.kind === 'requests') {
    const { requests } = request
    const count = `${requests.length} request${requests.length === 1 ? '' : 's'}`
    return {
      message: `Send ${count} to 1 device?`,
      detail: [
        'This writes to the device. A wrong request may damage it.',
        'Each may be sent more than once. “??” is a random byte, zeros fill the report.',
        ...device,
        '',
        ...requests.map(
          ({ profile, isFeature, reportId, length, bytes }) =>
            `“${toPlainText(profile.en)}”, ${isFeature ? 'feature' : 'output'} report ${reportId}, ${length} bytes: ${bytes}`,
        ),
      ].join('\n'),
      yes: `Send ${count} to 1 device`,
    }
  }
  const { minutes } = request
  const time = `${minutes} minute${minutes === 1 ? '' : 's'}`
  return {
    message: `Allow sending to 1 device for ${time}?`,
    detail: [
      'This device receives the test requests of lock profiles. A wrong request may damage it.',
      ...device,
    ].join('\n'),
    yes: `Allow sending to 1 device for ${time}`,
  }
}

const inChinese = (request: SendingRequest): ConfirmationText => {
  if (request.kind === 'profile') {
    return {
      message: '确定保存会发送请求的锁配置？',
      detail: [
        `每个插上的设备 ${idsOf(request)} 都将收到请求。错误的请求可能损坏设备。`,
        `锁配置：“${toPlainText(request.profileId)}”`,
      ].join('\n'),
      yes: '保存会发送请求的锁配置',
    }
  }
  const { facts } = request
  const device = [
    `设备：“${toPlainText(facts.product ?? '')}”，ID ${idsOf(facts)}`,
    `厂商：“${toPlainText(facts.manufacturer ?? '')}”，序列号：“${toPlainText(facts.serialNumber ?? '')}”`,
  ]
  if (request.kind === 'requests') {
    const { requests } = request
    return {
      message: `确定向 1 个设备发送 ${requests.length} 个请求？`,
      detail: [
        '将向该设备写入数据。错误的请求可能损坏设备。',
        '每个请求可能发送多次。“??”为随机字节，其余补零。',
        ...device,
        '',
        ...requests.map(
          ({ profile, isFeature, reportId, length, bytes }) =>
            `“${toPlainText(profile.zh)}”，${isFeature ? '特征' : '输出'}报告 ${reportId}，${length} 字节：${bytes}`,
        ),
      ].join('\n'),
      yes: `向 1 个设备发送 ${requests.length} 个请求`,
    }
  }
  const { minutes } = request
  return {
    message: `确定允许向 1 个设备发送 ${minutes} 分钟？`,
    detail: ['该设备将收到锁配置的测试请求。错误的请求可能损坏设备。', ...device].join('\n'),
    yes: `允许向 1 个设备发送 ${minutes} 分钟`,
  }
}

export const sendingConfirmation = (request: SendingRequest, language: 'en' | 'zh'): ConfirmationText =>
  language === 'zh' ? inChinese(request) : inEnglish(request)
