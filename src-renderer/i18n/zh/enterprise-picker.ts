import type { Messages } from '../messages'

export const enterprisePicker: Messages['enterprisePicker'] = {
  placeholder: '名称、渠道编码、客户编号…',
  found: '找到 {n} 家企业',
  none: '没找到“{text}”。',
  noneNext: '换名称里的几个字，或者用渠道客户编号、企业编号查。新企业请到“设置”的“企业”里添加。',
}
