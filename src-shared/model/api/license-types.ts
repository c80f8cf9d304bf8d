interface LicenseTypeFacts {
  readonly en: string
  readonly zh: string
  /** Whether it is a physical lock with a shell. */
  readonly isLock: boolean
  /**
   * Whether the platform can disable and enable it (section 4.1, rule 9: re-issuable locks and large-customer
   * locks). Only the platform knows large-customer locks, so this causes a warning and never blocks.
   */
  readonly reissuable: boolean
}

/** The 14 values of `licenseType` (docs/api.md, section 2.1). */
export const licenseTypes = {
  normal_unrecover_usbkey: {
    en: 'Standalone lock (not re-issuable)',
    zh: '单机锁（不可补办）',
    isLock: true,
    reissuable: false,
  },
  normal_recover_usbkey: {
    en: 'Standalone lock (re-issuable)',
    zh: '单机锁（可补办）',
    isLock: true,
    reissuable: true,
  },
  normal_unrecover_lan_usbkey: {
    en: 'Network lock (not re-issuable)',
    zh: '网络锁（不可补办）',
    isLock: true,
    reissuable: false,
  },
  normal_recover_lan_usbkey: {
    en: 'Network lock (re-issuable)',
    zh: '网络锁（可补办）',
    isLock: true,
    reissuable: true,
  },
  identity_usbkey: { en: 'Standalone identity lock', zh: '单机身份锁', isLock: true, reissuable: false },
  identity_lan_usbkey: { en: 'Network identity lock', zh: '网络身份锁', isLock: true, reissuable: false },
  softkey: { en: 'Standalone certificate', zh: '单机证书', isLock: false, reissuable: false },
  lan_softkey: { en: 'Network certificate', zh: '网络证书', isLock: false, reissuable: false },
  product_entity: { en: 'Product entity', zh: '产品实体', isLock: false, reissuable: false },
  cloud_account: { en: 'Cloud account', zh: '云账号', isLock: false, reissuable: false },
  cloud_customer: { en: 'Enterprise cloud account', zh: '企业云账号', isLock: false, reissuable: false },
  cloud_personal: { en: 'Personal cloud account', zh: '个人云账号', isLock: false, reissuable: false },
  lk_product_usbkey: { en: 'Product lock', zh: '产品锁', isLock: true, reissuable: false },
  lk_auth_usbkey: { en: 'Login lock', zh: '登录锁', isLock: true, reissuable: false },
} as const satisfies Record<string, LicenseTypeFacts>

export type LicenseType = keyof typeof licenseTypes

export const isLicenseType = (value: string): value is LicenseType => Object.hasOwn(licenseTypes, value)

/** `keyChipType` (docs/api.md, section 2.1, Virtual asset): 1 is the 4th generation, 2 the 5th. */
export const chipGeneration = (keyChipType: number | null): 4 | 5 | null =>
  keyChipType === 1 ? 4 : keyChipType === 2 ? 5 : null

/**
 * Revoking a cloud license must name its source order (section 4.1, rule 7); cloud licenses are recognized by
 * their type's name.
 */
export const isCloudLicense = (licenseType: string): boolean => licenseType.startsWith('cloud_')
