import { describe, expect, it } from 'vitest'
import { noDiagnosis } from '#shared/model/app/diagnosis'
import { fail, succeed } from '#shared/outcome'
import { createDiagnoseHandlers } from '../../src-main/ipc/diagnose-handlers'
import type { SaveFile } from '../../src-main/window/dialogs/save-file'

const manifest = (bundleId: string) => ({ bundleId, name: 'x', files: [], excluded: [], hidden: 0 })

const handlersWith = (saveFile: SaveFile) => {
  let made = 0
  return createDiagnoseHandlers(
    { desktop: { saveFile } },
    {
      diagnosis: {
        diagnosis: {} as never,
        prepareBundle: () => {
          made += 1
          const own = String(made)
          return Promise.resolve({
            manifest: manifest(own),
            report: noDiagnosis,
            finish: (text) => Promise.resolve(Buffer.from(`${own} ${text}`)),
          })
        },
        stop: () => undefined,
      },
    },
  )
}

describe('support bundle commands', () => {
  it('save the last shown bundle as a zip', async () => {
    const saved: unknown[] = []
    const handlers = handlersWith((file) => {
      saved.push([file.name, file.kind, Buffer.from(file.bytes).toString()])
      return Promise.resolve(succeed({ savedAs: '/x.zip' }))
    })
    await handlers['diagnose/prepare-bundle'](undefined)
    expect(await handlers['diagnose/save-bundle']({ bundleId: '1', text: 'words' })).toEqual(
      succeed({ savedAs: '/x.zip', bytes: 7 }),
    )
    expect(saved).toEqual([['x', 'zip', '1 words']])
  })

  it('save nothing that was not shown or is outdated', async () => {
    const handlers = handlersWith(() => Promise.resolve(succeed({ savedAs: '/x.zip' })))
    const save = (bundleId: string) => handlers['diagnose/save-bundle']({ bundleId, text: '' })
    expect(await save('1')).toMatchObject({ ok: false, error: { code: 'not-found' } })
    await handlers['diagnose/prepare-bundle'](undefined)
    await handlers['diagnose/discard-bundle'](undefined)
    expect(await save('1')).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('report a failed write', async () => {
    const handlers = handlersWith(() => Promise.resolve(fail({ code: 'not-saved', message: 'ENOSPC' })))
    await handlers['diagnose/prepare-bundle'](undefined)
    expect(await handlers['diagnose/save-bundle']({ bundleId: '1', text: '' })).toMatchObject({
      error: { code: 'not-saved' },
    })
  })
})
