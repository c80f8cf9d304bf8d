import { groupShellNumber, shellNumberIn } from '#shared/model/shell-number'
import type { LoanToConfirm, HighImpact } from '../../changes/high-impact'
import type { NamedItem, Revocation } from '../../changes/high-impact'
import type { ConfirmationText } from './high-impact-en'

const grouped = (count: number): string => count.toLocaleString('zh-CN')
/** The rest of a list of which only the first items are named. */
const more = (all: number, shown: number): string[] =>
  all > shown ? [`另有 ${grouped(all - shown)} 项`] : []

const toText = (action: string, lines: readonly string[]): ConfirmationText => ({
  message: `确定${action}？`,
  detail: lines.filter((line) => line !== '').join('\n'),
  yes: action,
})

const rows: Record<
  Extract<HighImpact, { kind: 'rows' }>['action'],
  { readonly action: (n: number) => string; readonly consequence: string }
> = {
  'add-employee': { action: (n) => `添加 ${grouped(n)} 名员工`, consequence: '每名员工将获得一个账号。' },
  'edit-employee': { action: (n) => `编辑 ${grouped(n)} 名员工的资料`, consequence: '原资料将被覆盖。' },
  'reset-password': { action: (n) => `重置 ${grouped(n)} 个密码`, consequence: '原密码立即失效。' },
  'delete-employee': { action: (n) => `删除 ${grouped(n)} 名员工`, consequence: '员工的权限将立即失效。' },
  'bind-customer': {
    action: (n) => `绑定 ${grouped(n)} 家客户`,
    consequence: '每家客户将绑定到对应的企业。',
  },
  'create-enterprise': { action: (n) => `创建 ${grouped(n)} 家企业`, consequence: '本程序无法删除企业。' },
  'update-customer': { action: (n) => `更新 ${grouped(n)} 家客户的资料`, consequence: '原资料将被覆盖。' },
}

const consequences = { disable: '禁用后，加密锁将停止工作。', enable: '启用后，加密锁将恢复工作。' } as const
const verbs = { disable: '禁用', enable: '启用' } as const

const numberOf = (assetNum: string): string => {
  const shellNumber = shellNumberIn(assetNum)
  return shellNumber === null ? assetNum : groupShellNumber(shellNumber)
}

const named = ({ name, ids }: NamedItem): string => {
  const list = ids.map(({ field, value }) => `${field} ${value}`).join('，')
  if (name === null) return list === '' ? '（无名称和 ID）' : list
  return list === '' ? `“${name}”（无 ID）` : `“${name}”（${list}）`
}

const removalLine = (removal: Revocation): string => {
  const { srcLicenseOrderId: source, customer, assets, assetNos, products, productCount } = removal
  const from = source === null ? '【全部】订单' : `订单 ${source}`
  const numbers = [...assetNos, ...more(assets, assetNos.length)].join('、')
  const names = [...products.map(named), ...more(productCount, products.length)].join('、')
  return [
    `客户 ${named(customer)} 的${from}：`,
    assets === 0 ? '未填写资产号' : `${grouped(assets)} 项资产（${numbers}）`,
    names === '' ? '' : `；${grouped(productCount)} 个产品：${names}`,
  ].join('')
}

const loanLine = ({
  memberName,
  isNameListed,
  memberGlobalId,
  borrowedUsbKey,
  assets,
}: LoanToConfirm): string =>
  `加密锁 ${numberOf(borrowedUsbKey)}，${grouped(assets)} 项资产：员工“${memberName}”，ID ${memberGlobalId}${
    isNameListed ? '' : '（姓名未经平台确认，请核对 ID）'
  }`

const orderQuestion = (impact: Extract<HighImpact, { kind: 'order' }>): ConfirmationText => {
  const { batches, orders, assets, revocations, operatorIdentity } = impact
  const otherOrders = orders - revocations.orders
  const operator = `操作人：“${operatorIdentity}”`
  if (revocations.orders === 0) {
    return toText(`提交 ${grouped(orders)} 个订单`, [
      `共 ${grouped(batches)} 批，${grouped(assets)} 项资产。`,
      operator,
    ])
  }
  const action =
    otherOrders === 0
      ? `提交 ${grouped(revocations.orders)} 个撤销订单`
      : `提交 ${grouped(orders)} 个订单（含 ${grouped(revocations.orders)} 个撤销订单）`
  return toText(action, [
    `撤销：${grouped(revocations.orders)} 个订单，${grouped(revocations.assets)} 项资产。相应授权将停止使用。`,
    otherOrders === 0
      ? ''
      : `其他：${grouped(otherOrders)} 个订单，${grouped(assets - revocations.assets)} 项资产。`,
    revocations.fromAllOrders === 0
      ? ''
      : `${grouped(revocations.fromAllOrders)} 个撤销订单未填写原授权订单 ID，将搜索客户的【全部】订单。`,
    ...revocations.first.map(removalLine),
    ...more(revocations.orders, revocations.first.length),
    operator,
  ])
}

export const confirmationInChinese = (impact: HighImpact): ConfirmationText => {
  const operator = `操作人：“${impact.operatorIdentity}”`
  switch (impact.kind) {
    case 'single-change':
      return toText(`${verbs[impact.action]}最多 50 把加密锁`, [
        `第一把：${numberOf(impact.number)}。${consequences[impact.action]}`,
        `最近 10 分钟内，本机已提交 ${grouped(impact.recent)} 项更改。`,
        operator,
      ])
    case 'locks': {
      const { action, locks, enterprises, unlisted, isQueued } = impact
      const listed = locks - unlisted
      return toText(`${verbs[action]} ${grouped(locks)} 把加密锁`, [
        isQueued ? `${consequences[action]}连接平台后发送。` : consequences[action],
        listed === 0 ? '' : `${grouped(listed)} 把属于 ${grouped(enterprises)} 家企业。`,
        unlisted === 0 ? '' : `${grouped(unlisted)} 把在您的企业中未找到。`,
        operator,
      ])
    }
    case 'assign': {
      const { assigned, withdrawn, employees } = impact
      return toText(`变更 ${grouped(assigned + withdrawn)} 项资产的持有人`, [
        `分配 ${grouped(assigned)} 项，收回 ${grouped(withdrawn)} 项，涉及 ${grouped(employees)} 名员工。`,
        operator,
      ])
    }
    case 'allocate':
      return toText(`领取 ${grouped(impact.numbers)} 个壳号`, ['领取后无法退回。', operator])
    case 'rows': {
      const { action, consequence } = rows[impact.action]
      return toText(action(impact.rows), [
        consequence,
        impact.enterprises === 0 ? '' : `涉及 ${grouped(impact.enterprises)} 家企业。`,
        operator,
      ])
    }
    case 'lend':
      return toText(
        impact.loans === 1
          ? `借出 ${grouped(impact.assets)} 项资产`
          : `办理 ${grouped(impact.loans)} 笔借出（${grouped(impact.assets)} 项资产）`,
        [
          '产品将转到借用锁。平台无法撤销借出。',
          ...impact.first.map(loanLine),
          ...more(impact.loans, impact.first.length),
          operator,
        ],
      )
    case 'order':
      return orderQuestion(impact)
    case 'continuous':
      return toText(`逐把${verbs[impact.action]}最多 ${grouped(impact.locks)} 把加密锁`, [
        `插上或扫描的每把锁将立即${verbs[impact.action]}，不再确认。`,
        '按 Esc 或 1 分钟内无锁时停止。',
        operator,
      ])
  }
}
