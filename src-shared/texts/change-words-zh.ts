import type { ChangeWords } from './change-words-en'

export const changeWords: ChangeWords = {
  disable: {
    title: '禁用 {n} 把加密锁',
    consequence: '禁用后，加密锁将停止工作。',
    eachLock: '插上或扫描的每把锁将立即禁用，不再确认。',
  },
  enable: {
    title: '启用 {n} 把加密锁',
    consequence: '启用后，未过期的产品恢复使用。',
    eachLock: '插上或扫描的每把锁将立即启用，不再确认。',
  },
  assign: { title: '分配 {n} 项资产' },
  withdraw: { title: '收回 {n} 项资产' },
  reassign: { title: '变更 {n} 项资产的持有人' },
  lend: { title: '借出 {n} 项资产', consequence: '产品将转到借用锁。平台无法撤销借出。' },
  'add-employee': { title: '添加 {n} 名员工', consequence: '每名员工将获得一个账号。' },
  'edit-employee': { title: '编辑 {n} 名员工的资料', consequence: '原资料将被覆盖。' },
  'reset-password': { title: '重置 {n} 个密码', consequence: '原密码立即失效。' },
  'delete-employee': { title: '删除 {n} 名员工', consequence: '员工的权限将立即失效。' },
  'bind-customer': { title: '绑定 {n} 家客户', consequence: '每家客户将绑定到对应的企业。' },
  'create-enterprise': { title: '创建 {n} 家企业', consequence: '本程序无法删除企业。' },
  'update-customer': { title: '更新 {n} 家客户的资料', consequence: '原资料将被覆盖。' },
  order: { title: '提交 {n} 个订单' },
  allocate: { title: '领取 {n} 个壳号', consequence: '领取后无法退回。' },
}
