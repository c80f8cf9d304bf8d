import { createAssetWriter } from './asset-writer'
import type { LastIds } from './asset-writer'
import { drawAsset, defaultRandomSeed, withLoans } from './demo'
import { seedEnterprises } from './enterprises'
import type { SeedEnterprise } from './enterprises'
import { addSeedEnterprise } from './seed-enterprise'
import { createRandom } from './random'
import type { Random } from './random'
import { createRows } from './rows'
import type { SeedRows } from './rows'

const cities = [
  ['苏州', 'Suzhou'],
  ['宁波', 'Ningbo'],
  ['合肥', 'Hefei'],
  ['厦门', 'Xiamen'],
  ['成都', 'Chengdu'],
  ['西安', 'Xi’an'],
  ['长沙', 'Changsha'],
  ['济南', 'Jinan'],
  ['武汉', 'Wuhan'],
  ['昆明', 'Kunming'],
  ['郑州', 'Zhengzhou'],
  ['南昌', 'Nanchang'],
  ['福州', 'Fuzhou'],
  ['贵阳', 'Guiyang'],
  ['太原', 'Taiyuan'],
  ['大连', 'Dalian'],
] as const
const trades = [
  ['建工集团', 'Construction Group'],
  ['市政工程', 'Municipal Works'],
  ['安装工程', 'Installation'],
  ['造价咨询', 'Cost Consulting'],
  ['装饰工程', 'Interiors'],
] as const
const departments = ['预算合约部 Cost & Contracts', '工程技术部 Engineering', '一分公司 Branch One']

/** Above the numbers of the training locks and far from those that the service allocates. */
const firstSerial = 500_000_001

const randomDigits = (random: Random, count: number) =>
  String(random.between(0, 10 ** count - 1)).padStart(count, '0')

const enterpriseAt = (place: number, random: Random, size: { employees: number; assets: number }) => {
  const [city, cityLatin] = cities[place % cities.length] ?? cities[0]
  const [trade, tradeLatin] = trades[Math.floor(place / cities.length) % trades.length] ?? trades[0]
  const number = String(place + 1).padStart(3, '0')
  return {
    globalId: `5${randomDigits(random, 9)}${randomDigits(random, 9)}`,
    name: `${city}${trade}有限公司 ${cityLatin} ${tradeLatin}`,
    channelCode: 'SCALE',
    channelCustomerId: `S-${number}`,
    code: `@s${number}`,
    region: place % 8 === 7 ? '6' : '8',
    westernShare: place % 8 === 7 ? 0.5 : 0.1,
    isTrial: false,
    branch: `${city}分公司 ${cityLatin} Branch`,
    address: `${city}市人民路 ${random.between(1, 400)} 号`,
    departments,
    ...size,
  } satisfies SeedEnterprise
}

/** Sizes of the additional enterprises: 78 ordinary ones and a large one. */
const sizes = [
  ...Array.from({ length: 78 }, () => ({ employees: 40, assets: 1000 })),
  { employees: 2000, assets: 20_000 },
]

/**
 * Additional data of the seed `scale`, one enterprise at a time to save memory. Always the same for the same
 * random seed.
 */
export function* scaleEnterpriseRows(randomSeed = defaultRandomSeed): Generator<SeedRows, void> {
  const random = createRandom(randomSeed + 1)
  const last: LastIds = { order: 710_000, asset: 1_100_000, merchandise: 3_100_000, product: 5_100_000 }
  let serial = firstSerial
  for (const [place, size] of sizes.entries()) {
    const rows = createRows()
    const enterprise = enterpriseAt(place, random, size)
    const seededEnterprise = addSeedEnterprise(rows, enterprise, seedEnterprises.length + place, random)
    const plans = Array.from({ length: size.assets }, () =>
      drawAsset(enterprise.region, serial++, seededEnterprise, random),
    )
    createAssetWriter(rows, random, last)(seededEnterprise, plans)
    yield withLoans(rows, random)
  }
}
