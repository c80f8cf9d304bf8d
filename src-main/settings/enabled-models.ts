import { z } from 'zod'
import type { EnabledModel } from '#shared/model/locks/plugged-lock'
import { isShellNumber } from '#shared/model/locks/shell-number'

const usbId = z.int().min(0).max(0xffff)

/** Models whose number the user compared with the shell to allow reading the USB serial number. */
export const enabledModelsSchema = z.object({
  version: z.literal(1),
  models: z.array(
    z.object({
      vendorId: usbId,
      productId: usbId,
      product: z.string().nullable(),
      comparedNumber: z.string().refine(isShellNumber),
      enabledAt: z.number(),
    }),
  ),
})
export type EnabledModelsContent = z.infer<typeof enabledModelsSchema>

export const noEnabledModels: EnabledModelsContent = { version: 1, models: [] }

type Ids = Pick<EnabledModel, 'vendorId' | 'productId'>

export const withoutModel = (models: readonly EnabledModel[], { vendorId, productId }: Ids): EnabledModel[] =>
  models.filter((model) => model.vendorId !== vendorId || model.productId !== productId)

export const withModel = (models: readonly EnabledModel[], model: EnabledModel): EnabledModel[] => [
  ...withoutModel(models, model),
  model,
]
