import type { Messages } from '../messages'

export const help: Messages['help'] = {
  open: '打开指南',
  search: '在指南里查找',
  clear: '清空',
  hits: '没有找到 | 找到 1 处 | 找到 {n} 处',
  contents: '目录',
  results: '查找结果',
  nothing: '指南里没有“{wish}”',
  nothingNext: '换个短一点的词，或看看目录。',
  moved: '指南里没有这一处，请看目录。',
  keysHint: '按 F1 查看每一页的快捷键。',
  course: {
    title: '第一把锁',
    lead: '用模拟的锁走四小步，不会动到任何真实数据。',
    steps: '步骤',
    ticked: '已完成',
    step: {
      'plug-in': {
        title: '插上一把锁',
        text: '左边会出现它的卡片：先是壳号，再是它归谁、授权了什么。',
      },
      disable: {
        title: '禁用它',
        text: '按钮就在卡片上。确认窗口会把情况再说一遍，在那里填上操作人。',
      },
      look: {
        title: '看看留下了什么',
        text: '每次更改都写进操作记录，还有回执可以打印或保存。',
      },
      enable: {
        title: '再启用它',
        text: '还是在这张卡片上。上面的授权马上恢复。',
      },
    },
    plugIn: '插上一把',
    noneFree: '从下面的演练托盘插上任意一把。',
    toButton: '到按钮那里',
    pluggedOut: '这把锁现在没插着，请从演练托盘重新插上。',
    openJournal: '打开操作记录',
    openReceipt: '打开回执',
    skip: '先不学',
    over: '就这么简单。',
    overText: '真的锁也是这样办。接下来想做什么？',
    next: {
      list: '粘贴一列号码',
      lend: '借出一把锁',
      connect: '连接你们的平台',
    },
    end: '收起',
    progress: '第 {step} 步，共 {of} 步',
    toDesk: '回到工作台',
    said: '已完成：{done}。下一步：{next}。',
    take: '上手练一遍',
    takeText: '插上模拟的锁，禁用，看看留下了什么，再启用：五分钟。',
    onlyTraining: '上手练习在演练里，请先切换到演练。',
    platforms: '打开平台清单',
  },
  first: {
    title: '先告诉工作台到哪里查',
    text: '平台不能按号码查锁，工作台是在您登记的企业的列表里找。',
    add: '添加企业',
    none: '还没有登记企业',
    lending: '员工和借用锁都属于企业：请先添加您负责的企业。',
  },
  tip: {
    about: '“{about}”是什么意思？',
    more: '指南里有详细说明',
    'shell-number': '锁外壳上的 10 位数字，以 8（国内）或 6（新加坡）开头。有没有空格都可以。',
    'channel-code':
      '客户是通过哪个销售渠道绑定的，就填那个渠道的编码，渠道的人知道。加上渠道自己的客户编号，就能找到企业。',
    'source-order':
      '当初销售时平台的授权订单号（srcLicenseOrderId）。填了，只从那个订单里删；不填，会查遍客户的全部订单。',
    'strict-matching': '严格：只删日期和节点数完全一致的授权。不严格：这个产品的授权都删。',
    processing: '立即处理：平台办完才答复。稍后处理：平台只答复“收下了”，办到哪一步无法查询。',
    'borrowed-lock': '能装下员工名下产品的锁。下单时就定了是借用锁，之后不能再变。',
    'application-keys':
      '平台管理员给你们公司每个模块发一个应用标识和密钥，说明是哪个程序在问；登录则说明是谁在问。',
    'user-centre': '用密钥和密码换取令牌的服务，地址可能和平台不同。',
    chunks: '一次调用带这么多把锁。如果中途断线，只有这一次的结果不清楚，程序会去查明。',
    'journal-head': '最后一条记录的指纹，也连着前面的每一条。另存一份，以后就能看出记录有没有被截掉。',
  },
}
