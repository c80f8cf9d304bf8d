import type { ChangeAction } from '#shared/model/change'
import { groupShellNumber, shellNumberIn } from '#shared/model/shell-number'
import type { HighImpact } from '../desk/high-impact'
import type { Removal } from '../desk/impact-of'
import type { Question } from './high-impact-en'

const sentences: Record<ChangeAction, (rows: number) => Omit<Question, 'detail'>> = {
  disable: (n) => ({ message: `${n} 把加密锁将停止工作。`, yes: `禁用 ${n} 把` }),
  enable: (n) => ({ message: `${n} 把加密锁将恢复使用。`, yes: `启用 ${n} 把` }),
  lend: (n) => ({ message: `将办理 ${n} 笔借出。`, yes: `借出 ${n} 笔` }),
  assign: (n) => ({ message: `将分配或收回 ${n} 个资产。`, yes: `更改 ${n} 个资产` }),
  'add-employee': (n) => ({ message: `将添加 ${n} 名员工。`, yes: `添加 ${n} 名` }),
  'edit-employee': (n) => ({ message: `将修改 ${n} 名员工的资料。`, yes: `修改 ${n} 名` }),
  'reset-password': (n) => ({ message: `将重置 ${n} 名员工的密码。`, yes: `重置 ${n} 个密码` }),
  'delete-employee': (n) => ({ message: `将删除 ${n} 名员工，其权限随之失效。`, yes: `删除 ${n} 名` }),
  'bind-customer': (n) => ({ message: `将绑定 ${n} 家客户。`, yes: `绑定 ${n} 家` }),
  'create-enterprise': (n) => ({ message: `将创建 ${n} 个企业主账号。`, yes: `创建 ${n} 个` }),
  'update-customer': (n) => ({ message: `将修改 ${n} 家客户的资料。`, yes: `修改 ${n} 家` }),
  order: (n) => ({ message: `将提交 ${n} 批订单。`, yes: `提交 ${n} 批` }),
  allocate: (n) => ({ message: `将向平台领取 ${n} 个新壳号，领取后不能退回。`, yes: `领取 ${n} 个` }),
}

const removalLine = ({ orderType, assets, products, srcLicenseOrderId }: Removal): string => {
  const what =
    orderType === 'delete_asset'
      ? `${assets} 项资产`
      : `${assets} 把加密锁上的${products.length === 0 ? '产品' : products.join('、')}`
  return srcLicenseOrderId === null
    ? `从该客户的【全部】订单中删除${what}。`
    : `删除订单 ${srcLicenseOrderId} 中的${what}。`
}

/** More would not fit a dialog. */
const mostLines = 8

const removal = (removals: readonly Removal[], as: string): Question => {
  const everywhere = removals.filter(({ srcLicenseOrderId }) => srcLicenseOrderId === null).length
  const lines = removals.slice(0, mostLines).map(removalLine)
  const more = removals.length - lines.length
  return {
    message:
      everywhere === 0
        ? `此操作会收回授权：共 ${removals.length} 个删除订单。`
        : `有 ${everywhere} 个订单没有填写原订单号：将从该客户的【全部】订单中删除这些产品。`,
    detail: [...lines, ...(more > 0 ? [`另有 ${more} 个`] : []), as].join('\n'),
    yes: everywhere === 0 ? '删除' : '从全部订单中删除',
  }
}

const numberOf = (assetNum: string): string => {
  const shellNumber = shellNumberIn(assetNum)
  return shellNumber === null ? assetNum : groupShellNumber(shellNumber)
}

export const questionInChinese = (what: HighImpact): Question => {
  const as = `操作人：${what.operatorIdentity}。`
  switch (what.kind) {
    case 'one-more': {
      const verb = what.action === 'disable' ? '禁用' : '启用'
      return {
        message: `最近十分钟内，本机已更改 ${what.rowsLately} 把加密锁。`,
        detail: `继续${verb} ${numberOf(what.number)}，以及随后最多 49 把？${as}`,
        yes: verb,
      }
    }
    case 'job': {
      const of = what.enterprises === 0 ? '' : `涉及 ${what.enterprises} 家客户。`
      return { ...sentences[what.action](what.rows), detail: `${of}${as}` }
    }
    case 'lend':
      return {
        message:
          what.loans === 1
            ? `${what.memberName} 的 ${what.assets} 项资产中的产品将转到加密锁 ${numberOf(what.borrowedUsbKey)} 上。`
            : `将办理 ${what.loans} 笔借出，共 ${what.assets} 项资产。`,
        detail: [
          '本软件无法收回借出。',
          ...(what.loans === 1 ? [`员工 ID：${what.memberGlobalId}。`] : []),
          ...(what.loans === 1 && !what.isNameListed
            ? ['姓名没有和平台的员工名单核对过，请以员工 ID 为准。']
            : []),
          as,
        ].join(''),
        yes: '借出',
      }
    case 'removal':
      return removal(what.removals, as)
    case 'arm': {
      const becomes = what.action === 'disable' ? '禁用' : '启用'
      return {
        message: `接下来插入或扫描的每一把加密锁都会立即${becomes}，不再逐一询问。`,
        detail: `按 Esc，或一分钟没有加密锁，即结束。${as}`,
        yes: `逐把${becomes}`,
      }
    }
  }
}
