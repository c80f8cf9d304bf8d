import register from '../../resources/training/register.json'

export interface SeedEnterprise {
  readonly globalId: string
  readonly name: string
  readonly channelCode: string
  readonly channelCustomerId: string
  /** Appended to its employees' accounts. */
  readonly code: string
  /** First digit of its locks' shell numbers. */
  readonly region: '8' | '6'
  readonly employees: number
  readonly assets: number
  readonly westernShare: number
  readonly isTrial: boolean
  readonly branch: string
  readonly address: string
  readonly departments: readonly string[]
}

const site = ['预算合约部 Cost & Contracts', '工程技术部 Engineering', '一分公司 Branch One', '信息中心 IT']

/** Additional data of the enterprises in the register, in its order. */
const facts = [
  {
    code: '@nbc',
    region: '8',
    employees: 60,
    assets: 1000,
    westernShare: 0.15,
    isTrial: false,
    branch: '华东分公司 East Branch',
    address: '杭州市滨江区江南大道 88 号',
    departments: [...site, '二分公司 Branch Two', '招投标中心 Tender Center', 'BIM 中心 BIM Center'],
  },
  {
    code: '@rme',
    region: '8',
    employees: 35,
    assets: 600,
    westernShare: 0.1,
    isTrial: false,
    branch: '华东分公司 East Branch',
    address: '南京市建邺区江东中路 210 号',
    departments: [...site, '机电设计部 MEP Design'],
  },
  {
    code: '@lcb',
    region: '6',
    employees: 20,
    assets: 390,
    westernShare: 0.6,
    isTrial: false,
    branch: '新加坡 Singapore',
    address: '12 Kallang Place, Singapore 339212',
    departments: ['造价部 Quantity Surveying', '项目部 Projects', '数码部 Digital'],
  },
  {
    code: '@pds',
    region: '8',
    employees: 5,
    assets: 10,
    westernShare: 0.4,
    isTrial: true,
    branch: '华东分公司 East Branch',
    address: '上海市杨浦区国权北路 1688 号',
    departments: ['设计部 Design'],
  },
] as const

/** The enterprises of the training data. The app reads the same register file. */
export const seedEnterprises: readonly SeedEnterprise[] = facts.map((fact, index) => {
  const entry = register[index]
  if (entry === undefined) throw new Error('resources/training/register.json names too few enterprises')
  const { enterpriseGlobalId, enterpriseName, channelCode, channelCustomerId } = entry
  return { globalId: enterpriseGlobalId, name: enterpriseName, channelCode, channelCustomerId, ...fact }
})
