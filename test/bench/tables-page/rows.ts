export interface Asset {
  readonly number: string
  readonly enterprise: string
  readonly holder: string | null
  readonly type: string
  readonly daysLeft: number
}

const enterprises = [
  'North Bridge Engineering Ltd',
  'Harbour Design Institute',
  '临港设计院',
  '北桥工程有限公司',
]
const places = ['East', 'West', '南京', '江北', 'Riverside', '浦东', 'Old Town', '高新区']
const holders = ['Chen Yu', 'Li Wei', '王思远', '欧阳慧敏', 'Zhao Min', null]
const types = ['Standalone', 'Network', 'Cloud', 'Borrowed']

/** A list of the maximum length, identical on every run. */
export const assets = (count: number): Asset[] => {
  let state = 20_261_121
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return Array.from({ length: count }, (_, index) => ({
    number: String((index % 9 === 0 ? 6_000_000_000 : 8_000_000_000) + index * 17 + next(17)),
    enterprise: `${enterprises[next(4)] ?? ''} ${places[next(8)] ?? ''} ${String(next(400))}`,
    holder: holders[next(6)] ?? null,
    type: types[next(4)] ?? '',
    daysLeft: next(900) - 100,
  }))
}

export const searchTextOf = ({ number, enterprise, holder, type }: Asset): string =>
  `${number}\n${enterprise}\n${holder ?? ''}\n${type}`
