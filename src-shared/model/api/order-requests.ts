import { z } from 'zod'

// The request of the order module's batch operation (docs/api.md, section 2.1). The document does not say which
// fields are required, so none is; the rules of section 4.1 are checked when an order is created. Unknown
// fields are kept, so that an imported order is sent unchanged.

/** Long values: 19 digits stay exact as bigint. */
export const long = z.union([z.int(), z.bigint()])
const text = z.string()
const trial = z.literal([0, 1])

export const orderTypes = ['new_buy', 'delete_asset', 'delete_product'] as const

export const productFeature = z
  .looseObject({
    featureCode: text,
    featureName: text,
    featureValue: text,
    featureValueType: text,
    trial,
    /** A Date in the API, which does not state its form. */
    trialEndDate: z.union([text, long]),
  })
  .partial()

export const orderProduct = z
  .looseObject({
    crmProductId: text,
    parentCrmProductId: text,
    productUri: text,
    productName: text,
    gmsPid: text,
    appKey: text,
    productType: text,
    limitStartDate: long.nullable(),
    limitEndDate: long.nullable(),
    limitConcurrent: z.int(),
    limitTimeDuration: long,
    strictMatchWhenDelete: z.boolean(),
    trial,
    trialEndDate: long,
    passwords: z.array(text),
    timeUnit: text,
    timeUnitQuantity: z.int(),
    timeDurationExpression: text,
    srcLicenseOrderId: text,
    productFeatures: z.array(productFeature),
  })
  .partial()

export const orderMerchandise = z.looseObject({
  crmProductId: text.optional(),
  parentCrmProductId: text.optional(),
  merchandiseNum: text.optional(),
  merchandiseName: text.optional(),
  parentMerchandiseNum: text.optional(),
  timeDurationExpression: text.optional(),
  get children() {
    return z.array(orderMerchandise).nullable().optional()
  },
  licenseOrderProductList: z.array(orderProduct).nullable().optional(),
})

export const assetExtension = z.object({ extendCode: text, extendValue: text }).partial()

export const orderAsset = z
  .looseObject({
    assetNos: z.array(text),
    assetExtendList: z.array(assetExtension),
    limitStartDate: long.nullable(),
    limitEndDate: long.nullable(),
    borrowedUsbKey: z.boolean(),
    transferedAssetNum: z.boolean(),
    products: z.array(orderProduct).nullable(),
    merchandises: z.array(orderMerchandise).nullable(),
  })
  .partial()

export const licenseOrder = z
  .looseObject({
    sequence: z.int(),
    customerId: text,
    crmCustomerId: text,
    customerName: text,
    channelCustomerId: text,
    adminName: text,
    adminAccount: text,
    adminEmail: text,
    adminCellNumber: text,
    passwordMobile: text,
    address: text,
    /** personal or company. */
    customerType: text,
    branchCode: text,
    branchName: text,
    enterpriseGlobalId: text,
    srcLicenseOrderId: text.nullable(),
    /** A type of license-types.ts; a string, so that types added later can be ordered. */
    licenseType: text,
    orderType: z.enum(orderTypes),
    assets: z.array(orderAsset),
  })
  .partial()
export type LicenseOrder = z.input<typeof licenseOrder>
