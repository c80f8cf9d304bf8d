import {
  assetExtension,
  licenseOrder,
  orderAsset,
  orderMerchandise,
  orderProduct,
  productFeature,
} from '../api/order-requests'

const shapes = {
  order: licenseOrder.shape,
  asset: orderAsset.shape,
  product: orderProduct.shape,
  feature: productFeature.shape,
  package: orderMerchandise.shape,
  extension: assetExtension.shape,
}

/** An order, and what its parts are. */
export type Level = keyof typeof shapes

/** A field of this level, or of any. */
export type FieldOf<Part extends Level = Level> = Part extends Level
  ? keyof (typeof shapes)[Part] & string
  : never

/** The fields of the API by level (docs/api.md, section 2.1). */
export const knownFields: Readonly<Record<Level, ReadonlySet<string>>> = {
  order: new Set(Object.keys(shapes.order)),
  asset: new Set(Object.keys(shapes.asset)),
  product: new Set(Object.keys(shapes.product)),
  feature: new Set(Object.keys(shapes.feature)),
  package: new Set(Object.keys(shapes.package)),
  extension: new Set(Object.keys(shapes.extension)),
}
