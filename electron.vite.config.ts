import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { normalizePath } from 'vite'
import { listBundledModules } from './scripts/package/list-bundled-modules.mjs'
import { commandNames } from './scripts/setup/command-names.mjs'

const at = (path: string) => resolve(import.meta.dirname, path)

// The targets are set by hand: electron-vite would take them from the installed npm package, and where its
// download is blocked an older Electron runs the tests (docs/packaging-and-updates.md, “Which Electron”).
const nodeTarget = 'node20.18'
const chromeTarget = 'chrome130'

const define = await commandNames(import.meta.dirname)

// What `main.ts` loads before the window, besides its own files: none of them needs a schema. In a chunk with others, the
// window would wait for all of these.
const modulesOfWindow = new Set(
  [
    'src-main/util/async',
    'src-main/util/disposable-store',
    'src-main/util/emitter',
    'src-main/util/files/regular-file',
    'src-shared/bridge/channels',
    'src-shared/bridge/command-names',
    'src-shared/bridge/events',
    'src-shared/error-message',
    'src-shared/model/app/saved-platform',
    'src-shared/model/app/settings',
    'src-shared/model/calendar-day',
    'src-shared/model/changes/affected',
    'src-shared/model/locks/shell-number',
    'src-shared/model/time-zone',
    'src-shared/model/visible-text',
    'src-shared/outcome',
    'src-system/private-folder',
  ].map((name) => normalizePath(at(`${name}.ts`))),
)

export default defineConfig({
  main: {
    define,
    plugins: [listBundledModules('main', import.meta.dirname)],
    build: {
      target: nodeTarget,
      outDir: 'out/main',
      // Pure JavaScript goes into the bundle: loaded file by file it made the start a tenth longer. What brings
      // binaries or data of its own stays outside.
      externalizeDeps: { exclude: ['zod', 'undici', 'lossless-json', 'electron-store', 'electron-log'] },
      rolldownOptions: {
        // Electron's own module: `fs` without archives shown as folders.
        external: ['original-fs'],
        // Seven programs share this build: the app's main process, the USB process it forks, its threads for long
        // answers and for set-up files, the licensing service, and, for the shell, the platform client and the check
        // of a journal.
        input: {
          main: at('src-main/main.ts'),
          'setup-worker': at('src-main/setup-file/setup-worker.ts'),
          'response-worker': at('src-main/platform/response/response-worker.ts'),
          'usb-process': at('src-main/locks/usb-process/usb-process.ts'),
          call: at('src-main/call.ts'),
          'verify-journal': at('src-main/verify-journal.ts'),
          service: at('src-service/main.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Without it the programs would share a chunk for nearly every module, and each costs main a turn. What
          // the window needs (`main.ts`) stays apart from what the rest is made of.
          codeSplitting: {
            groups: [
              // The first import of every program: before what shares a chunk with others.
              { name: 'environment', test: /src-system[\\/]trusted-environment/, priority: 2 },
              { name: 'window', test: (id) => modulesOfWindow.has(id), priority: 1 },
              { name: 'shared', test: /src-shared[\\/](model[\\/]|operations)/ },
              { name: 'bridge', test: /src-shared[\\/]bridge[\\/].*command/ },
              {
                name: 'journal',
                test: /src-main[\\/](journal[\\/]|util[\\/]files[\\/]|app[\\/]open-app-journal)/,
              },
              { name: 'platform', test: /src-main[\\/]platform[\\/](?!auth[\\/]credentials)/ },
            ],
          },
          // Two megabytes are read and compiled before the desk answers. Names stay, for the log's stacks.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    define,
    plugins: [listBundledModules('preload', import.meta.dirname)],
    build: {
      target: nodeTarget,
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at('src-preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    plugins: [vue(), listBundledModules('renderer', import.meta.dirname)],
    worker: { plugins: () => [listBundledModules('workers', import.meta.dirname)] },
    build: {
      target: chromeTarget,
      outDir: at('out/renderer'),
      minify: true,
      rolldownOptions: {
        input: at('src-renderer/index.html'),
        output: {
          // What the first picture needs, in one file: each one passes through main, which is loading itself then.
          codeSplitting: { groups: [{ name: 'first', test: /src-renderer[\\/]main\.ts$/ }] },
        },
      },
    },
  },
})
