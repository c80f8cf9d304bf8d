import { z } from 'zod'
import * as fields from '#shared/model/api/fields'
import * as member from '#shared/model/api/member-resources'
import * as order from '#shared/model/api/order-resources'
import * as requests from '#shared/model/api/order-requests'
import { operationIds, operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import { fieldTexts } from './field-texts'

export type JsonSchema = Record<string, unknown>

/** The resources of section 2 by their name in the documentation. */
const resources: Readonly<Record<string, z.ZodType>> = {
  EnterpriseCustomer: order.enterpriseCustomer.documented,
  EnterpriseCreation: order.enterpriseCreation.documented,
  BatchOrderResult: order.batchOrderResult.documented,
  LockOperationResult: order.lockOperationResult.documented,
  VirtualAsset: order.virtualAsset.documented,
  LicenseOrder: requests.licenseOrder,
  OrderAsset: requests.orderAsset,
  OrderProduct: requests.orderProduct,
  OrderMerchandise: requests.orderMerchandise,
  AddedEmployee: member.addedEmployee.documented,
  AddFailure: member.addFailure.documented,
  AddEmployeesResult: member.addEmployeesResult.documented,
  Employee: member.employee.documented,
  EmployeePage: member.employeePage.documented,
  AssetNumberRecord: member.assetNumberRecord.documented,
  BorrowedLock: member.borrowedLock.documented,
  ProductInstance: member.productInstance.documented,
  MerchandiseInstance: member.merchandiseInstance.documented,
  AssetProducts: member.assetProducts.documented,
}

/** `order.lockAssets` → `OrderLockAssets`. */
const pascal = (id: OperationId): string =>
  id.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
export const bodyName = (id: OperationId): string => `${pascal(id)}Body`
const dataName = (id: OperationId): string => `${pascal(id)}Data`
const queryName = (id: OperationId): string => `${pascal(id)}Query`

const longSchemas = new Set<z.core.$ZodType>([
  fields.long.documented,
  fields.numericId.documented,
  requests.long,
])
const safeBounds = new Set([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])

/** Replaces zod's schema types with the types of the API (docs/api.md). */
const restoreApiTypes = (zodSchema: z.core.$ZodType, json: JsonSchema): void => {
  const become = (type: JsonSchema) => {
    for (const name of Object.keys(json)) Reflect.deleteProperty(json, name)
    Object.assign(json, type)
  }
  if (longSchemas.has(zodSchema)) become({ type: 'integer', format: 'int64' })
  else if (zodSchema === fields.untypedId.documented) become({ type: ['string', 'integer'] })
  else if (zodSchema === fields.integer.documented) become({ type: 'integer', format: 'int32' })
  for (const bound of ['minimum', 'maximum']) {
    if (safeBounds.has(json[bound] as number)) Reflect.deleteProperty(json, bound)
  }
  // Unknown fields are allowed; omitting the keyword says so.
  if (typeof json['additionalProperties'] === 'object') Reflect.deleteProperty(json, 'additionalProperties')
}

/**
 * Adds field descriptions. It needs the cloned schemas, because zod shares one object between all fields of a
 * type.
 */
const describe = (node: unknown): void => {
  if (typeof node !== 'object' || node === null) return
  const { properties } = node as { properties?: Record<string, JsonSchema> }
  for (const [name, property] of Object.entries(properties ?? {})) {
    const text = fieldTexts[name]
    if (text !== undefined) property['description'] = text
  }
  Object.values(node).forEach(describe)
}

const isKnown = (schema: z.ZodType): boolean => Object.values(resources).includes(schema)

const collect = () => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(resources)) registry.add(schema, { id })
  const seen = new Set<z.ZodType>()
  const add = (schema: z.ZodType, id: string): void => {
    if (isKnown(schema) || seen.has(schema)) return
    seen.add(schema)
    registry.add(schema, { id })
  }
  for (const id of operationIds) {
    const { body, query, data } = operations[id]
    if (body !== null) add(body, bodyName(id))
    add(query, queryName(id))
    add(data.documented, dataName(id))
  }
  return registry
}

/** Builds all schemas of the documentation; `nameOf` returns the name of a schema of the operations table. */
export const buildSchemas = () => {
  const registry = collect()
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => restoreApiTypes(zodSchema, jsonSchema as JsonSchema),
  })
  const all: Record<string, JsonSchema> = {}
  for (const [name, { $schema: _dialect, $id: _address, ...schema }] of Object.entries(schemas)) {
    all[name] = schema
  }
  const described = structuredClone(all)
  describe(described)
  const nameOf = (schema: z.ZodType): string => registry.get(schema)?.id ?? ''
  return { all: described, nameOf }
}
