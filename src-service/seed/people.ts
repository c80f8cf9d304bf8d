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

export interface Person {
  readonly name: string
  /** Letters and digits only; the enterprise code is appended to it. */
  readonly account: string
}

const chinese = (random: Random): Person => {
  const [surname, surnameLatin] = random.pick(surnames)
  const [given, givenLatin] = random.pick(givenNames)
  return {
    name: `${surname}${given} ${surnameLatin} ${givenLatin}`,
    account: `${surnameLatin}${givenLatin}`.toLowerCase(),
  }
}

const western = (random: Random): Person => {
  const first = random.pick(westernFirst)
  const last = random.pick(westernLast)
  return { name: `${first} ${last}`, account: `${first}${last}`.toLowerCase() }
}

/** The people the first training locks are with, so that a card always shows the same names. */
export const namedPeople: readonly Person[] = [
  { name: '陈宇 Chen Yu', account: 'chenyu' },
  { name: '李薇 Li Wei', account: 'liwei' },
  { name: 'Emma Clarke', account: 'emmaclarke' },
]

/** `count` people, no account twice; `westernShare` of them with a Western name. */
export const makePeople = (
  random: Random,
  count: number,
  westernShare: number,
  named: readonly Person[] = [],
): Person[] => {
  const people = [...named]
  const taken = new Set(people.map(({ account }) => account))
  while (people.length < count) {
    const person = random.chance(westernShare) ? western(random) : chinese(random)
    let account = person.account
    for (let suffix = 2; taken.has(account); suffix++) account = person.account + String(suffix)
    taken.add(account)
    people.push({ ...person, account })
  }
  return people
}
