import { createRandom } from './random.mjs'

/** @typedef {import('./request-service.mjs').Asset} Asset */

const rowCount = 300

/** The platform can disable re-issuable locks (docs/api.md, section 4.1, rule 9). */
const isReissuable = (/** @type {Asset} */ { licenseType }) => licenseType.startsWith('normal_recover')
/** It can also disable large-customer locks; in this service those are locks with a limit window. */
export const canBeDisabled = (/** @type {Asset} */ asset) =>
  isReissuable(asset) || asset.limitStartTime !== null || asset.limitEndTime !== null

/** Typical errors in a shell number from typing, text recognition and spreadsheets. */
const damages = [
  (/** @type {string} */ digits) => digits.slice(0, 9),
  (/** @type {string} */ digits) => `${digits}0`,
  (/** @type {string} */ digits) => `7${digits.slice(1)}`,
  (/** @type {string} */ digits) => `${digits.slice(0, 4)}OO${digits.slice(6)}`,
  (/** @type {string} */ digits) => `${digits.slice(0, 1)}.00E+09`,
  (/** @type {string} */ digits) => `${digits}.00`,
]

/** Other spellings of the same lock. */
const spellings = [
  (/** @type {Asset} */ { keyShellNumber }) => keyShellNumber,
  (/** @type {Asset} */ { keyShellNumber: n }) => `${n.slice(0, 4)} ${n.slice(4, 7)} ${n.slice(7)}`,
  (/** @type {Asset} */ { keyShellNumber: n }) =>
    n.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  (/** @type {Asset} */ { assetNum }) => assetNum,
]

/**
 * A random column of 300 numbers as a customer might send it, with the expected group of each number from the
 * service's lists. Most locks belong to the first enterprise, some to the second.
 * @param {number} seed
 * @param {readonly [readonly Asset[], readonly Asset[]]} lists of two enterprises
 * @param {ReadonlySet<string>} besides shell numbers to leave out
 */
export function generateList(seed, [usual, other], besides) {
  const { next, between, shuffled } = createRandom(seed ^ 0x5eed)
  const drawn = (/** @type {readonly Asset[]} */ assets, /** @type {number} */ count) =>
    shuffled(assets.filter(({ keyShellNumber }) => !besides.has(keyShellNumber))).slice(0, count)
  const pick = (/** @type {readonly Asset[]} */ assets) => /** @type {Asset} */ (shuffled(assets)[0])
  const enabled = usual.filter(({ locked }) => !locked)

  const already = drawn(
    usual.filter(({ locked }) => locked),
    between(8, 14),
  )
  const notReissuable = enabled.filter((asset) => !isReissuable(asset))
  const wrongType = [
    ...drawn(notReissuable.filter(canBeDisabled), between(3, 6)),
    ...drawn(
      notReissuable.filter((asset) => !canBeDisabled(asset)),
      between(4, 8),
    ),
  ]
  const otherEnterprise = drawn(
    other.filter((asset) => isReissuable(asset) && !asset.locked),
    between(5, 9),
  )
  const onAList = new Set([...usual, ...other].map(({ keyShellNumber }) => keyShellNumber))
  const unknown = Array.from(
    { length: between(4, 7) },
    (_, index) => `89999${between(1000, 9999)}${index}`,
  ).filter((number) => !onAList.has(number))
  const malformed = Array.from({ length: between(7, 12) }, (_, index) =>
    /** @type {(digits: string) => string} */ (damages[index % damages.length])(pick(usual).keyShellNumber),
  )
  const repeats = between(6, 9)
  const rest = already.length + wrongType.length + otherEnterprise.length + unknown.length + malformed.length
  const ready = drawn(enabled.filter(isReissuable), rowCount - rest - repeats)
  const repeated = drawn(ready, repeats).map((asset) =>
    /** @type {(asset: Asset) => string} */ (spellings[Math.floor(next() * spellings.length)])(asset),
  )

  const numbers = (/** @type {readonly Asset[]} */ assets) =>
    assets.map(({ keyShellNumber }) => keyShellNumber)
  const rows = shuffled([
    ...numbers([...ready, ...already, ...wrongType, ...otherEnterprise]),
    ...unknown,
    ...malformed,
    ...repeated,
  ])
  return { rows, ready, already, wrongType, otherEnterprise, unknown, malformed, repeated }
}

/** @typedef {ReturnType<typeof generateList>} DrawnList */
