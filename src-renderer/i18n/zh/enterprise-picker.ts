import type { Messages } from '../messages'

export const enterprisePicker: Messages['enterprisePicker'] = {
  placeholder: '名称、渠道编码、客户 ID',
  found: '找到 {n} 家企业',
  none: '没有“{text}”的结果。',
  noneNext: '请尝试部分名称、渠道客户 ID 或企业 ID。新企业请在“设置”中添加。',
}
