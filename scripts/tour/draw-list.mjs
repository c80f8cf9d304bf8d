import { createDraw } from './draw.mjs'

/** @typedef {import('./ask-service.mjs').Asset} Asset */

const rowCount = 300

/** Re-issuable locks are disabled by the platform (API document, section 4.1, rule 9). */
const isReissuable = (/** @type {Asset} */ { licenseType }) => licenseType.startsWith('normal_recover')
/** So are large-customer locks: to the service, those with a limit window. Others are refused for their type. */
export const canBeDisabled = (/** @type {Asset} */ asset) =>
  isReissuable(asset) || asset.limitStartTime !== null || asset.limitEndTime !== null

/** What a hand, a camera or a spreadsheet makes of a shell number. */
const damages = [
  (/** @type {string} */ digits) => digits.slice(0, 9),
  (/** @type {string} */ digits) => `${digits}0`,
  (/** @type {string} */ digits) => `7${digits.slice(1)}`,
  (/** @type {string} */ digits) => `${digits.slice(0, 4)}OO${digits.slice(6)}`,
  (/** @type {string} */ digits) => `${digits.slice(0, 1)}.00E+09`,
  (/** @type {string} */ digits) => `${digits}.00`,
]

/** The same lock once more, as somebody else would have written it. */
const spellings = [
  (/** @type {Asset} */ { keyShellNumber }) => keyShellNumber,
  (/** @type {Asset} */ { keyShellNumber: n }) => `${n.slice(0, 4)} ${n.slice(4, 7)} ${n.slice(7)}`,
  (/** @type {Asset} */ { keyShellNumber: n }) =>
    n.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  (/** @type {Asset} */ { assetNum }) => assetNum,
]

/**
 * A column of 300 numbers as a customer might send it, and what is to be said of each kind, from the service's own
 * lists. Most are of the first enterprise, some of the second.
 * @param {number} seed
 * @param {readonly [readonly Asset[], readonly Asset[]]} lists of two enterprises
 * @param {ReadonlySet<string>} besides shell numbers that are left alone
 */
export function drawList(seed, [usual, other], besides) {
  const { next, between, shuffled } = createDraw(seed ^ 0x5eed)
  const drawn = (/** @type {readonly Asset[]} */ assets, /** @type {number} */ count) =>
    shuffled(assets.filter(({ keyShellNumber }) => !besides.has(keyShellNumber))).slice(0, count)
  const pick = (/** @type {readonly Asset[]} */ assets) => /** @type {Asset} */ (shuffled(assets)[0])
  const enabled = usual.filter(({ locked }) => !locked)

  const already = drawn(
    usual.filter(({ locked }) => locked),
    between(8, 14),
  )
  const doubtful = enabled.filter((asset) => !isReissuable(asset))
  const wrongType = [
    ...drawn(doubtful.filter(canBeDisabled), between(3, 6)),
    ...drawn(
      doubtful.filter((asset) => !canBeDisabled(asset)),
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

/** @typedef {ReturnType<typeof drawList>} DrawnList */
