import register from '../../../resources/training/register.json'
import type { Target } from '../conformance/session'
import { createSession } from '../conformance/session'
import { httpTransport } from '../conformance/call'
import { signIn } from '../conformance/user-centre'
import { aProduct } from '../conformance/world'
import { startTestService } from '../../support/service'
import { training } from '../../support/service-client'
import type { Foreign } from './mutant'
import { createStoreFaults } from './store-faults'

/** A service in this process with a replaceable store, an enterprise to read and another to confuse it with. */
export const prepareFixture = async () => {
  const store = createStoreFaults()
  const service = await startTestService({ wrapDatabase: store.wrapDatabase })
  try {
    const { key: appKey, secret: appSecret } = training.application
    const credentials = { appKey, appSecret, user: training.user.name, password: training.user.password }
    const userCentre = `${service.url}/oauth/token`
    const base: Target = {
      baseUrl: service.url,
      userCentre,
      credentials,
      tokens: await signIn(userCentre, credentials),
      level: 'service',
      changes: true,
      enterprise: '',
      trialEnterprise: register[3]?.enterpriseGlobalId,
    }
    const { world } = createSession(base, httpTransport(service.url)).turn()
    const fillEnterprise = async () => {
      const enterprise = await world.enterprise()
      const package_ = {
        merchandiseNum: 'PK',
        children: [{ merchandiseNum: 'PK-2', licenseOrderProductList: [aProduct()] }],
      }
      const [first, lent, , lock] = await world.assets(enterprise, [
        { more: { merchandises: [package_], assetExtendList: [{ extendCode: 'gxxp', extendValue: '1' }] } },
        {},
        { licenseType: 'softkey' },
        { more: { borrowedUsbKey: true } },
      ])
      const [member] = await world.employees(enterprise, 9)
      if (!first || !lent || !lock || !member) throw new Error('The ground could not be prepared')
      await world.assign(member, [lent.assetNum])
      await world.lend(member, lock, [lent])
      return { enterprise, assetId: first.id }
    }
    const own = await fillEnterprise()
    const other = await fillEnterprise()
    const { enterpriseGlobalId, channelCode, channelCustomerId } = own.enterprise
    const target: Target = {
      ...base,
      enterprise: enterpriseGlobalId,
      channel: { channelCode, channelCustomerId },
    }
    const foreign: Foreign = {
      enterpriseGlobalId: other.enterprise.enterpriseGlobalId,
      assetId: other.assetId,
      channelCustomerId: other.enterprise.channelCustomerId,
    }
    return { target, foreign, store, stop: () => service.stop() }
  } catch (error) {
    await service.stop()
    throw error
  }
}
