interface LicenseTypeFacts {
  readonly en: string
  readonly zh: string
  /** A physical lock, in the sense of something with a shell. */
  readonly isLock: boolean
  /**
   * Whether the platform disables and enables it (section 4.1, rule 9: re-issuable locks and large-customer
   * locks). Which locks are large-customer locks is the platform's to say, so this warns and never bars.
   */
  readonly reissuable: boolean
}

/** The 14 values of `licenseType` (API document, section 2.1). */
export const licenseTypes = {
  normal_unrecover_usbkey: {
    en: 'Standalone lock, no re-issue',
    zh: '单机锁（不可补办）',
    isLock: true,
    reissuable: false,
  },
  normal_recover_usbkey: { en: 'Standalone lock', zh: '单机锁（可补办）', isLock: true, reissuable: true },
  normal_unrecover_lan_usbkey: {
    en: 'Network lock, no re-issue',
    zh: '网络锁（不可补办）',
    isLock: true,
    reissuable: false,
  },
  normal_recover_lan_usbkey: { en: 'Network lock', zh: '网络锁（可补办）', isLock: true, reissuable: true },
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

/** `keyChipType` (API document, section 2.1, Virtual asset): 1 is the 4th generation, 2 the 5th. */
export const chipGeneration = (keyChipType: number | null): 4 | 5 | null =>
  keyChipType === 1 ? 4 : keyChipType === 2 ? 5 : null

/** A deletion of one must name its source order (section 4.1, rule 7); which types are cloud licenses is read off their names. */
export const isCloudLicense = (licenseType: string): boolean => licenseType.startsWith('cloud_')
