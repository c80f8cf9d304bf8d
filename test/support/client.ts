import { createPlatformClient } from '../../src-main/platform/client'
import { memoryKeeper } from '../../src-main/platform/tokens'
import { createTransport } from '../../src-main/platform/transport'

const application = (key: string) => ({ key, secret: `${key}-secret` })

/** The app's client as it stands in main, without proxy or certificates of its own. */
export const clientFor = (platform: { readonly baseUrl: string; readonly userCentreUrl: string }) =>
  createPlatformClient({
    baseUrl: platform.baseUrl,
    userCentreUrl: platform.userCentreUrl,
    credentials: {
      applications: { order: application('order-key'), member: application('member-key') },
      user: { name: 'li.wei', password: 'a password' },
    },
    transport: createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined }),
    keeper: memoryKeeper(),
  })
