import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { LocalName } from '#shared/model/locks/plugged-lock'
import { hexId } from '#shared/usb-id'
import { commonProfileVersion, profileVersion, writeExtract, writeProfile } from '../profiles/profile'
import type { ExtractBy, lockProfileSchema } from '../profiles/profile'
import { featureMs } from './collect-sample'
import type { SearchResult } from './search'
import type { KnownLock, Source } from './sources'

type ProfileFile = z.input<typeof lockProfileSchema>
type Learned = Extract<SearchResult, { readonly state: 'learned' }>

const maxPatternLength = 200
/** A feature report may be as slow as the guide allowed. A report that comes by itself may come rarely. */
const timeouts = { serial: 1000, feature: featureMs, input: 4000, exchange: 1000 } as const

const onlyValue = <Value>(values: readonly Value[]): Value | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null

/** The product name, if all known locks have the same. */
const productPattern = (locks: readonly KnownLock[]): string | null => {
  const product = onlyValue(locks.map(({ sample }) => sample.facts.product))
  const pattern = product === null ? null : `^${product.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}$`
  return pattern !== null && pattern.length <= maxPatternLength ? pattern : null
}

const placeText = ({ read, asked }: Source): LocalName => {
  if (asked !== null) {
    return { en: `the response to the request of “${asked.name.en}”`, zh: `“${asked.name.zh}”的请求的响应` }
  }
  if (read.by === 'serial') {
    const text = read.text ?? 'serial'
    return {
      serial: { en: 'the serial number', zh: '序列号' },
      product: { en: 'the product name', zh: '产品名称' },
      manufacturer: { en: 'the manufacturer name', zh: '厂商名称' },
    }[text]
  }
  const { reportId } = read
  return read.by === 'feature'
    ? { en: `feature report ${reportId}`, zh: `特征报告 ${reportId} ` }
    : { en: `input report ${reportId}`, zh: `输入报告 ${reportId} ` }
}

const encodingTexts: Readonly<Record<ExtractBy['as'], LocalName>> = {
  ascii: { en: 'text', zh: '文本' },
  'utf-16le': { en: 'UTF-16 text', zh: 'UTF-16 文本' },
  'utf-16be': { en: 'UTF-16 text, high byte first', zh: 'UTF-16 文本，高字节在前' },
  hex: { en: 'hexadecimal text', zh: '十六进制文本' },
  digits: { en: 'one digit per byte', zh: '每字节一位数字' },
  'digits-high': { en: 'one digit per byte, high half', zh: '每字节一位数字，高半字节' },
  bcd: { en: 'BCD', zh: 'BCD 码' },
  'bcd-swapped': { en: 'BCD, low digit first', zh: 'BCD 码，低位在前' },
  'uint-le': { en: 'integer, low byte first', zh: '整数，低字节在前' },
  'uint-be': { en: 'integer, high byte first', zh: '整数，高字节在前' },
}

/** Where the number is, in words; positions count from 1. */
export const describeReading = ({ source, extract, check }: Learned): LocalName => {
  const place = placeText(source)
  const from = extract.offset + 1
  const to = extract.offset + extract.length
  const unit = source.read.by === 'serial' ? 'characters' : 'bytes'
  const { en, zh } = encodingTexts[extract.as]
  const more = [
    extract.reversed === true ? { en: 'last digit first', zh: '末位在前' } : null,
    extract.xor === undefined ? null : { en: 'under a mask', zh: '带掩码' },
    extract.plus === undefined ? null : { en: 'with a constant difference', zh: '有固定差值' },
    extract.region === undefined
      ? null
      : { en: `first digit in byte ${extract.region.at + 1}`, zh: `首位在第 ${extract.region.at + 1} 字节` },
    check.kind === 'none' ? null : { en: 'with a check', zh: '有校验' },
  ].flatMap((each) => each ?? [])
  return {
    en: `The number is in ${place.en}, ${unit} ${from} to ${to} (${[en, ...more.map((each) => each.en)].join(', ')}).`,
    zh: `壳号在${place.zh}的第 ${from} 到 ${to} 个${unit === 'bytes' ? '字节' : '字符'}（${[zh, ...more.map((each) => each.zh)].join('，')}）。`,
  }
}

/** The evidence: hashes of what the locks showed, without their numbers. */
const hashOf = ({ sample }: KnownLock): string =>
  createHash('sha256').update(JSON.stringify(sample)).digest('hex')

/** A place in the response of the profile itself has no reading of its own. */
const writePlace = (learned: Learned, { source, extract }: Learned['also'][number]) => {
  const { by, ...read } = source.read
  return {
    ...(source === learned.source || by === 'exchange'
      ? {}
      : { read: { ...read, by, timeoutMs: timeouts[by] } }),
    extract: writeExtract(extract),
  }
}

/** An ordinary profile for the reading found. @param isSimulated whether a lock was simulated */
export const makeProfile = (
  learned: Learned,
  locks: readonly KnownLock[],
  now: Date,
  isSimulated = false,
): ProfileFile => {
  const { source, extract, check, also } = learned
  const { vendorId = 0, productId = 0 } = locks[0]?.sample.facts ?? {}
  const ids = `${hexId(vendorId)}-${hexId(productId)}`
  const product = onlyValue(locks.map(({ sample }) => sample.facts.product)) ?? ids
  const pattern = productPattern(locks)
  const name = product.slice(0, 80)
  return {
    version: isSimulated ? profileVersion : commonProfileVersion,
    id: `learned-${ids}`,
    name: { en: name, zh: name },
    description: describeReading(learned),
    learned: {
      at: now.toISOString(),
      samples: locks.map(hashOf),
      ...(isSimulated ? { simulated: true } : {}),
    },
    match: {
      vendorId: `0x${hexId(vendorId)}`,
      productId: `0x${hexId(productId)}`,
      ...(source.interface === null ? {} : { interface: source.interface }),
      ...(pattern === null ? {} : { product: pattern }),
    },
    read:
      source.asked === null
        ? { ...source.read, timeoutMs: timeouts[source.read.by] }
        : writeProfile(source.asked).read,
    extract: writeExtract(extract),
    ...(also.length === 0 ? {} : { also: also.map((each) => writePlace(learned, each)) }),
    check,
  }
}
