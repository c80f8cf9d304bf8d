import { RawNode, WhereNode } from 'kysely'
import type {
  DeleteQueryNode,
  InsertQueryNode,
  KyselyPlugin,
  OperationNode,
  RootOperationNode,
  UpdateQueryNode,
} from 'kysely'
import type { Database } from '../../../src-service/store/database'

/** An error in what the service writes to its store. */
export type StoreFault =
  /** The transaction is rolled back after the response is built. */
  | { readonly kind: 'rolled back' }
  | { readonly kind: 'column not written'; readonly table: string; readonly column: string }
  | { readonly kind: 'rows not inserted' | 'rows not deleted'; readonly table: string }

/** Tables for the service's own bookkeeping, which are not the subject of an operation. */
const bookKeeping = new Set(['nonces', 'tokens', 'effects', 'meta'])

const isUpdate = (node: OperationNode): node is UpdateQueryNode => node.kind === 'UpdateQueryNode'
const isDelete = (node: OperationNode): node is DeleteQueryNode => node.kind === 'DeleteQueryNode'
const isInsert = (node: OperationNode): node is InsertQueryNode => node.kind === 'InsertQueryNode'

const named = (node: unknown): string => {
  let found = ''
  JSON.stringify(node, (key, value: unknown) => {
    if (key === 'name' && typeof value === 'string' && found === '') found = value
    return value
  })
  return found
}

const nowhere = WhereNode.create(RawNode.createWithSql('false'))
const columnOf = (update: NonNullable<UpdateQueryNode['updates']>[number]): string => named(update.column)

/**
 * Errors in the store of a service that runs in this process: its queries go through `through`. While `during`
 * runs, the given fault is active and writes are recorded.
 */
export const createStoreFaults = () => {
  let active: StoreFault | null = null
  let isWatching = false
  let fires: () => void = () => undefined
  const written = new Map<string, StoreFault>()
  const note = (fault: StoreFault) => written.set(JSON.stringify(fault), fault)

  const watch = (node: RootOperationNode): void => {
    if (isUpdate(node) && node.table !== undefined) {
      const table = named(node.table)
      if (bookKeeping.has(table)) return
      for (const update of node.updates ?? [])
        note({ kind: 'column not written', table, column: columnOf(update) })
    } else if (isDelete(node)) {
      const table = named(node.from)
      if (!bookKeeping.has(table)) note({ kind: 'rows not deleted', table })
    } else if (isInsert(node) && node.into !== undefined && node.returning === undefined) {
      const table = named(node.into)
      if (!bookKeeping.has(table)) note({ kind: 'rows not inserted', table })
    }
  }

  const damage = (node: RootOperationNode, fault: StoreFault): RootOperationNode => {
    if (fault.kind === 'column not written' && isUpdate(node) && named(node.table) === fault.table) {
      const updates = (node.updates ?? []).filter((update) => columnOf(update) !== fault.column)
      if (updates.length === (node.updates ?? []).length) return node
      fires()
      return updates.length > 0 ? { ...node, updates } : { ...node, where: nowhere }
    }
    if (fault.kind === 'rows not deleted' && isDelete(node) && named(node.from) === fault.table) {
      fires()
      return { ...node, where: nowhere }
    }
    if (fault.kind === 'rows not inserted' && isInsert(node) && node.returning === undefined) {
      if (named(node.into) !== fault.table) return node
      fires()
      return RawNode.createWithSql('select 1 where false')
    }
    return node
  }

  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isWatching) watch(node)
      return active === null ? node : damage(node, active)
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }

  const undone = new Error('Rolled back by a planted error')
  const rollingBack = (db: Database): Pick<ReturnType<Database['transaction']>, 'execute'> => ({
    execute: async (work) => {
      const results: Awaited<ReturnType<typeof work>>[] = []
      try {
        await db.transaction().execute(async (tx) => {
          results.push(await work(tx))
          throw undone
        })
      } catch (error) {
        if (error !== undone) throw error
      }
      fires()
      return results[0]!
    },
  })

  return {
    wrapDatabase: (plain: Database): Database => {
      const db = plain.withPlugin(plugin)
      return new Proxy(db, {
        get: (target, name) => {
          if (name === 'transaction' && active?.kind === 'rolled back') return () => rollingBack(target)
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? (value.bind(target) as unknown) : value
        },
      })
    },
    during: async <Result>(
      fault: StoreFault | null,
      onError: () => void,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      active = fault
      fires = onError
      isWatching = fault === null
      try {
        return await work()
      } finally {
        active = null
        isWatching = false
      }
    },
    /** Returns the recorded writes as possible faults and clears them. */
    takeWritten: (): StoreFault[] => {
      const all = [...written.values()]
      written.clear()
      return all
    },
  }
}
export type StoreFaults = ReturnType<typeof createStoreFaults>
