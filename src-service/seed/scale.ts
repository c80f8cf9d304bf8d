import { createAssetWriter } from './asset-writer'
import type { LastIds } from './asset-writer'
import { drawAsset, usualDraw, withLoans } from './demo'
import { seedEnterprises } from './enterprises'
import type { SeedEnterprise } from './enterprises'
import { addHousehold } from './household'
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

/** Beyond the numbers of the training locks and far from those that the service allocates. */
const firstSerial = 500_000_001

const digits = (random: Random, count: number) =>
  String(random.between(0, 10 ** count - 1)).padStart(count, '0')

const enterpriseAt = (place: number, random: Random, size: { employees: number; assets: number }) => {
  const [city, cityLatin] = cities[place % cities.length] ?? cities[0]
  const [trade, tradeLatin] = trades[Math.floor(place / cities.length) % trades.length] ?? trades[0]
  const number = String(place + 1).padStart(3, '0')
  return {
    globalId: `5${digits(random, 9)}${digits(random, 9)}`,
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

/** What an enterprise beyond those of the training data has: 78 ordinary ones, and one large. */
const sizes = [
  ...Array.from({ length: 78 }, () => ({ employees: 40, assets: 1000 })),
  { employees: 2000, assets: 20_000 },
]

/**
 * What the seed `scale` has beside the training data, an enterprise at a time, so that not all of it is in memory at
 * once: the same at every call with the same number.
 */
export function* scaleBeyondDemo(drawnFrom = usualDraw): Generator<SeedRows, void> {
  const random = createRandom(drawnFrom + 1)
  const last: LastIds = { order: 710_000, asset: 1_100_000, merchandise: 3_100_000, product: 5_100_000 }
  let serial = firstSerial
  for (const [place, size] of sizes.entries()) {
    const rows = createRows()
    const enterprise = enterpriseAt(place, random, size)
    const household = addHousehold(rows, enterprise, seedEnterprises.length + place, random)
    const plans = Array.from({ length: size.assets }, () =>
      drawAsset(enterprise.region, serial++, household, random),
    )
    createAssetWriter(rows, random, last)(household, plans)
    yield withLoans(rows, random)
  }
}
