import { changing, reading } from '../check'
import type { Check } from '../check'
import type { CheckContext } from '../session'
import { ensure, only, same, sameFields, sameSet } from '../failure'
import { newNonce } from '../caller'
import { bindBody, unique } from '../world'

const choices = 'docs/licensing-service.md, “Order module”'

const bind = async ({ caller, world }: CheckContext, body: ReturnType<typeof bindBody>) => {
  const bound = await caller.succeed('order.bindCustomer', { body })
  world.adopt(bound)
  return bound
}

const queried = (
  { session }: CheckContext,
  { channelCode, channelCustomerId }: { readonly channelCode: string; readonly channelCustomerId: string },
) =>
  session.plain.succeed('order.queryCustomers', {
    query: { channelCode, channelCustomerId, defaultCustomer: 'N' },
  })

const binding: Check[] = changing(
  'order.bindCustomer',
  [
    'effect',
    'document',
    'section 4.1, rule 1',
    'an authorized customer is created and bound to the main account',
    async (turn) => {
      const body = bindBody()
      const bound = await bind(turn, body)
      const { channelCode, channelCustomerId, enterpriseName } = body
      sameFields(bound, { channelCode, channelCustomerId, enterpriseName }, 'the customer')
      ensure(bound.customerId !== '' && bound.enterpriseGlobalId !== '', 'an ID is empty')
      same(await queried(turn, body), [bound], 'the result of the query afterwards')
    },
  ],
  [
    'effect',
    'service',
    choices,
    'the first customer of a main account is its default customer',
    async (turn) => {
      same((await bind(turn, bindBody())).isDefault, true, 'isDefault of the first')
    },
  ],
  [
    'effect',
    'service',
    choices,
    'a second customer of the same enterpriseName belongs to the same main account',
    async (turn) => {
      const body = bindBody()
      const first = await bind(turn, body)
      const second = await bind(turn, { ...body, channelCustomerId: unique('C-') })
      same(second.enterpriseGlobalId, first.enterpriseGlobalId, 'the second’s main account')
      ensure(second.customerId !== first.customerId, 'both have the same customer ID')
      same(second.isDefault, false, 'isDefault of the second')
      same((await queried(turn, body)).length, 2, 'the number of customers')
    },
  ],
  [
    'others',
    'document',
    'section 4.1, rule 1',
    'another enterpriseName creates another main account',
    async (turn) => {
      const first = await bind(turn, bindBody())
      const second = await bind(turn, bindBody())
      ensure(second.enterpriseGlobalId !== first.enterpriseGlobalId, 'both have the same main account')
      ensure(second.customerId !== first.customerId, 'both have the same customer ID')
      same(await queried(turn, first), [first], 'the query result of the first')
    },
  ],
  [
    'repeats',
    'service',
    choices,
    'a repeated identical bind returns the first’s customer',
    async (turn) => {
      const body = bindBody()
      const first = await bind(turn, body)
      same(await turn.caller.succeed('order.bindCustomer', { body }), first, 'the second response')
      same((await queried(turn, body)).length, 1, 'the number of customers')
    },
  ],
  [
    'refusals',
    'service',
    choices,
    'every field is required (13004), and the message names it',
    async (turn) => {
      const body = bindBody()
      for (const field of Object.keys(body)) {
        for (const value of [undefined, '']) {
          const { message } = await turn.caller.refused(
            'order.bindCustomer',
            '13004',
            {
              body: { ...body, [field]: value },
            },
            `no ${field}`,
          )
          ensure(message.includes(field), `the message “${message}” does not name ${field}`)
        }
      }
      same(await queried(turn, body), [], 'the created customers')
    },
  ],
)

const crmBody = () => ({
  crmCustomerId: unique('CRM-'),
  customerName: `客户 ${unique()}`,
  branchName: '东区 East',
  address: '1 Road',
})

const create = async ({ caller, world }: CheckContext, body: ReturnType<typeof crmBody>) => {
  const made = await caller.succeed('order.createEnterprise', { body })
  world.adopt({
    enterpriseGlobalId: made.enterpriseGlobalId,
    enterpriseName: body.customerName,
    customerId: '',
    channelCode: '',
    channelCustomerId: '',
    isDefault: true,
  })
  return made
}

const creating: Check[] = changing(
  'order.createEnterprise',
  [
    'effect',
    'document',
    'section 4.1, rule 2',
    'creates the main account, its administrator and its employees',
    async (turn) => {
      const made = await create(turn, crmBody())
      ensure(made.enterpriseGlobalId !== '', 'the main account has no ID')
      ensure(made.members.length >= 2, `there are ${made.members.length} members`)
      for (const { memberIdentity } of made.members) ensure(memberIdentity !== '', 'a member has no identity')
      const listed = await turn.world.listEmployees(made)
      sameSet(
        listed.map(({ globalId }) => globalId),
        made.members.map(({ memberGlobalId }) => memberGlobalId),
        'the employee list',
      )
    },
  ],
  [
    'effect',
    'service',
    choices,
    'one member is the administrator, its result reports the default customer, and it is bound',
    async (turn) => {
      const made = await create(turn, crmBody())
      same(made.defaultType, true, 'defaultType')
      const identities = new Set(made.members.map(({ memberIdentity }) => memberIdentity))
      ensure(identities.size >= 2, 'administrator and employee have the same memberIdentity')
      const path = { enterpriseGlobalId: made.enterpriseGlobalId }
      same(await turn.session.plain.succeed('member.listAssetNumbers', { path }), [], 'its asset numbers')
    },
  ],
  [
    'effect',
    'service',
    choices,
    'the main account is found by CRM number and by name',
    async (turn) => {
      const body = crmBody()
      const made = await create(turn, body)
      await turn.session.plain.succeed('order.updateCustomer', { body })
      const bound = await turn.session.plain.succeed('order.bindCustomer', {
        body: { ...bindBody(), enterpriseName: body.customerName },
      })
      same(bound.enterpriseGlobalId, made.enterpriseGlobalId, 'the main account of that name')
    },
  ],
  [
    'others',
    'document',
    'section 4.1, rule 2',
    'another CRM customer creates another main account and other members',
    async (turn) => {
      const first = await create(turn, crmBody())
      const second = await create(turn, crmBody())
      ensure(first.enterpriseGlobalId !== second.enterpriseGlobalId, 'both have the same main account')
      const theirs = new Set(first.members.map(({ memberGlobalId }) => memberGlobalId))
      ensure(!second.members.some(({ memberGlobalId }) => theirs.has(memberGlobalId)), 'they share a member')
    },
  ],
  [
    'repeats',
    'service',
    choices,
    'a CRM customer has one main account',
    async (turn) => {
      const body = crmBody()
      const first = await create(turn, body)
      same(await turn.caller.succeed('order.createEnterprise', { body }), first, 'the second response')
    },
  ],
  [
    'refusals',
    'service',
    choices,
    'crmCustomerId and customerName are required (13004) and named',
    async (turn) => {
      for (const field of ['crmCustomerId', 'customerName']) {
        for (const value of [undefined, '']) {
          const { message } = await turn.caller.refused(
            'order.createEnterprise',
            '13004',
            {
              body: { ...crmBody(), [field]: value },
            },
            `no ${field}`,
          )
          ensure(message.includes(field), `the message “${message}” does not name ${field}`)
        }
      }
    },
  ],
)

const querying: Check[] = [
  ...changing(
    'order.queryCustomers',
    [
      'effect',
      'document',
      'section 4.1, rule 3',
      'N finds all customers of the main account, Y the default one',
      async (turn) => {
        const { caller, session } = turn
        const body = bindBody()
        const plainBind = async (more: object) => {
          const bound = await session.plain.succeed('order.bindCustomer', { body: { ...body, ...more } })
          turn.world.adopt(bound)
          return bound
        }
        const all = [await plainBind({}), await plainBind({ channelCustomerId: unique('C-') })]
        all.push(await plainBind({ channelCode: 'CONFORMANCE-2', channelCustomerId: unique('C-') }))
        const ask = (defaultCustomer: 'Y' | 'N') => {
          const { channelCode, channelCustomerId } = body
          return caller.succeed('order.queryCustomers', {
            query: { channelCode, channelCustomerId, defaultCustomer },
          })
        }
        const found = await ask('N')
        sameSet(
          found.map(({ customerId }) => customerId),
          all.map(({ customerId }) => customerId),
          'N',
        )
        for (const one of all) {
          same(
            only(found, ({ customerId }) => customerId === one.customerId, one.customerId),
            one,
            'the customer',
          )
        }
        same(
          await ask('Y'),
          all.filter(({ isDefault }) => isDefault),
          'Y',
        )
      },
    ],
    [
      'others',
      'document',
      'section 4.1, rule 3',
      'both parts of the pair count',
      async (turn) => {
        const own = await turn.world.enterprise()
        const { channelCode, channelCustomerId } = await turn.world.enterprise()
        const find = (query: Record<string, string>) =>
          turn.caller.succeed('order.queryCustomers', { query: { ...query, defaultCustomer: 'N' } })
        const byPair = await find({ channelCode: own.channelCode, channelCustomerId: own.channelCustomerId })
        same(byPair, [own], 'the first pair')
        same(
          (await find({ channelCode, channelCustomerId }))[0]?.channelCustomerId,
          channelCustomerId,
          'the second',
        )
        const mixed = await find({ channelCode: unique('X'), channelCustomerId })
        same(mixed, [], 'another channel code')
      },
    ],
  ),
  ...reading(
    'order.queryCustomers',
    [
      'answer',
      'document',
      'sections 1 and 2.1',
      'the customers of the given channel pair have the fields of section 2.1',
      async ({ caller, session }) => {
        const { channel, enterprise } = session.target
        const pair = channel ?? { channelCode: 'X', channelCustomerId: 'Y' }
        const found = await caller.succeed('order.queryCustomers', {
          query: { ...pair, defaultCustomer: 'N' },
        })
        if (channel === undefined) return
        for (const one of found) same(one.enterpriseGlobalId, enterprise, 'the main account of a customer')
        ensure(
          found.some(({ channelCustomerId }) => channelCustomerId === pair.channelCustomerId),
          'it is missing',
        )
      },
    ],
    [
      'answer',
      'service',
      choices,
      'no match is an empty array',
      async ({ caller }) => {
        const query = { channelCode: unique('none'), channelCustomerId: unique('none'), defaultCustomer: 'N' }
        same(await caller.succeed('order.queryCustomers', { query }), [], 'the answer')
      },
    ],
    [
      'refusals',
      'service',
      'section 4.1, rule 3',
      'defaultCustomer is Y or N (13004)',
      async ({ caller }) => {
        const query = { channelCode: 'X', channelCustomerId: 'Y', defaultCustomer: 'Z' }
        await caller.refused('order.queryCustomers', '13004', { query }, 'defaultCustomer=Z')
      },
    ],
  ),
]

const updating: Check[] = changing(
  'order.updateCustomer',
  [
    'answer',
    'document',
    'section 4.1',
    'a success has no data field',
    async (turn) => {
      const body = crmBody()
      await create({ ...turn, caller: turn.session.plain }, body)
      const request = { body: { ...body, customerName: '新名 New', address: '2 Road' } }
      const { json } = await turn.caller.send('order.updateCustomer', request)
      same(Object.keys(json ?? {}).toSorted(), ['code', 'message'], 'the fields of the envelope')
      await turn.caller.succeed('order.updateCustomer', request)
    },
  ],
  [
    'effect',
    'document',
    'section 4.1, rule 4',
    'name, branch and address of the linked customers change once, and of no others',
    async (turn) => {
      const body = crmBody()
      await create({ ...turn, caller: turn.session.plain }, body)
      await create({ ...turn, caller: turn.session.plain }, crmBody())
      const nonce = newNonce()
      const wanted = {
        customerName: `新名 ${unique()}`,
        branchName: `新区 ${unique()}`,
        address: `${unique()} Road`,
      }
      await turn.caller.succeed('order.updateCustomer', { body: { ...body, ...wanted }, nonce })
      const effects = await turn.session.effectsOf(nonce)
      ensure(effects.length > 0, 'nothing was changed')
      same(
        new Set(effects.map(({ target }) => target)).size,
        effects.length,
        'the number of changed customers',
      )
      for (const { from, to, operation } of effects) {
        same(operation, 'order.updateCustomer', 'the operation')
        const { customerName, branchName, address } = body
        sameSet(
          Object.values(from as Record<string, string>),
          [customerName, branchName, address],
          'what was',
        )
        sameSet(Object.values(to as Record<string, string>), Object.values(wanted), 'what is')
      }
    },
  ],
  [
    'refusals',
    'service',
    choices,
    'an unknown or missing crmCustomerId is refused (13004)',
    async ({ caller }) => {
      for (const crmCustomerId of [unique('none-'), '', undefined]) {
        const body = { ...crmBody(), crmCustomerId }
        const { message } = await caller.refused(
          'order.updateCustomer',
          '13004',
          { body },
          'such a crmCustomerId',
        )
        ensure(message.includes('crmCustomerId'), `the message “${message}” does not name it`)
      }
    },
  ],
)

export const customerChecks: readonly Check[] = [...binding, ...creating, ...querying, ...updating]
