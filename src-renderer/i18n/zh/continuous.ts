import { changeWords as words } from '#shared/texts/change-words-zh'
import type { Messages } from '../messages'

export const continuous: Messages['continuous'] = {
  switch: '连续操作',
  explain: {
    either: '插上或扫描的每把锁将立即处理，不再确认。',
    disable: words.disable.eachLock,
    enable: words.enable.eachLock,
  },
  explainLimits: '已插上的锁不受影响。按 Esc 或 1 分钟内无锁时停止。',
  start: {
    disable: '开始连续禁用',
    enable: '开始连续启用',
  },
  confirming: '请在对话框中确认…',
  notStarted: '连续操作启动失败。',
  needsOperator: '请先填写操作人。',
  bar: {
    disable: '连续禁用',
    enable: '连续启用',
  },
  placeholder: {
    disable: '插上或扫描以立即禁用',
    enable: '插上或扫描以立即启用',
  },
  inputLabel: {
    disable: '连续禁用：扫描的锁立即禁用',
    enable: '连续启用：扫描的锁立即启用',
  },
  stopsIn: '{n} 秒后停止',
  listed: '{n} 个号码已加入列表，未发送。',
  title: {
    disable: '连续禁用',
    enable: '连续启用',
  },
  endedTitle: {
    disable: '连续禁用已结束',
    enable: '连续启用已结束',
  },
  ended: {
    requested: '已停止。',
    idle: '1 分钟内无锁，已停止。',
    operator: '操作人已更改，已停止。',
    'page-changed': '已打开其他页面，已停止。',
    away: '电脑已休眠或锁定，已停止。',
    'look-only': '平台已设为“仅查看”，已停止。',
  },
  operator: '操作人：{name}，{time} 开始',
  first: '插上或扫描第一把锁',
  firstText: '结果显示在此处，最新的在最上面。',
  noLocks: '未处理任何锁。',
  rows: '这一批的锁',
  sending: {
    disable: '正在禁用…',
    enable: '正在启用…',
  },
  noNumber: '无号码',
  skipReason: {
    repeat: '本批已处理，未重复发送。',
    'present-before': '开始前已插上。请拔下 5 秒后再插上。',
    'two-devices': '另一个已插上的设备也是这个号码。请全部拔下，再插一个。',
    'not-listed': '未找到，未发送。请搜索后操作。',
    ambiguous: '多条匹配，请搜索后选择。',
    'not-a-number': '号码无效，请重新扫描。',
    'not-compared': '号码来自 USB 序列号，尚未核对，请打开该锁核对。',
    'not-read': '号码读取失败，原因见卡片。',
    'look-up-failed': '查询失败，未发送。请重试。',
    stopped: '处理前连续操作已停止。',
  },
  already: {
    disable: '已是禁用状态，未发送。',
    enable: '已是启用状态，未发送。',
  },
  notExported: '保存失败。',
  announce: {
    started: {
      disable: '连续禁用已开始。',
      enable: '连续启用已开始。',
    },
    row: '{number}：{what}',
    seconds: '{n} 秒后停止。',
  },
  fileName: '连续操作 {time}',
}
