import type { Random } from './random'

const surnames = [
  ['王', 'Wang'],
  ['李', 'Li'],
  ['张', 'Zhang'],
  ['刘', 'Liu'],
  ['陈', 'Chen'],
  ['杨', 'Yang'],
  ['赵', 'Zhao'],
  ['黄', 'Huang'],
  ['周', 'Zhou'],
  ['吴', 'Wu'],
  ['徐', 'Xu'],
  ['孙', 'Sun'],
  ['胡', 'Hu'],
  ['朱', 'Zhu'],
  ['高', 'Gao'],
  ['林', 'Lin'],
  ['何', 'He'],
  ['郭', 'Guo'],
  ['马', 'Ma'],
  ['罗', 'Luo'],
] as const
const givenNames = [
  ['伟', 'Wei'],
  ['芳', 'Fang'],
  ['娜', 'Na'],
  ['敏', 'Min'],
  ['静', 'Jing'],
  ['秀英', 'Xiuying'],
  ['丽', 'Li'],
  ['强', 'Qiang'],
  ['磊', 'Lei'],
  ['洋', 'Yang'],
  ['艳', 'Yan'],
  ['勇', 'Yong'],
  ['杰', 'Jie'],
  ['涛', 'Tao'],
  ['明', 'Ming'],
  ['超', 'Chao'],
  ['雨桐', 'Yutong'],
  ['子涵', 'Zihan'],
  ['浩然', 'Haoran'],
  ['欣怡', 'Xinyi'],
  ['建国', 'Jianguo'],
  ['思远', 'Siyuan'],
] as const
const westernFirst = [
  'Emma',
  'Oliver',
  'Sofia',
  'Lucas',
  'Hannah',
  'Daniel',
  'Priya',
  'Arjun',
  'Grace',
  'Marcus',
  'Elena',
  'Tomas',
  'Aisha',
  'Noah',
  'Ingrid',
  'Rafael',
] as const
const westernLast = [
  'Clarke',
  'Bennett',
  'Moreau',
  'Schneider',
  'Rossi',
  'Nair',
  'Fernandez',
  'Murphy',
  'Kowalski',
  'Andersen',
  'Tan',
  'Whitfield',
  'Okafor',
  'Lindqvist',
] as const

export interface EmployeeName {
  readonly name: string
  /** Letters and digits only; the enterprise code is appended. */
  readonly account: string
}

const chinese = (random: Random): EmployeeName => {
  const [surname, surnameLatin] = random.pick(surnames)
  const [givenName, givenLatin] = random.pick(givenNames)
  return {
    name: `${surname}${givenName} ${surnameLatin} ${givenLatin}`,
    account: `${surnameLatin}${givenLatin}`.toLowerCase(),
  }
}

const western = (random: Random): EmployeeName => {
  const first = random.pick(westernFirst)
  const last = random.pick(westernLast)
  return { name: `${first} ${last}`, account: `${first}${last}`.toLowerCase() }
}

/** Fixed names for the employees of the first training locks, so that these locks always show the same names. */
export const namedEmployees: readonly EmployeeName[] = [
  { name: '陈宇 Chen Yu', account: 'chenyu' },
  { name: '李薇 Li Wei', account: 'liwei' },
  { name: 'Emma Clarke', account: 'emmaclarke' },
]

/** Generates `count` employees with unique accounts. `westernShare` is the share of Western names. */
export const generateEmployees = (
  random: Random,
  count: number,
  westernShare: number,
  named: readonly EmployeeName[] = [],
): EmployeeName[] => {
  const people = [...named]
  const usedAccounts = new Set(people.map(({ account }) => account))
  while (people.length < count) {
    const person = random.chance(westernShare) ? western(random) : chinese(random)
    let account = person.account
    for (let suffix = 2; usedAccounts.has(account); suffix++) account = person.account + String(suffix)
    usedAccounts.add(account)
    people.push({ ...person, account })
  }
  return people
}
