import { sql } from 'kysely'
import type { Documented } from '#shared/model/api/fields'
import type { employee } from '#shared/model/api/member-resources'
import type { Policy } from '../policy'
import type { Handler } from './request-context'
import { requireEnterprise } from './require-enterprise'
import { pageEnvelope } from './page'
import { BusinessException } from './business-exception'

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

const checkedNumber = (name: string, value: number | undefined, fallback: number, max: number): number => {
  if (value === undefined) return fallback
  if (value < 1 || value > max) throw new BusinessException('40000', `${name}: must be between 1 and ${max}`)
  return value
}

const requestedPage = (
  query: { pageNum?: number | undefined; pageSize?: number | undefined },
  policy: Policy,
) => ({
  pageNum: checkedNumber('pageNum', query.pageNum, 1, Number.MAX_SAFE_INTEGER / policy.maxPageSize),
  pageSize: checkedNumber('pageSize', query.pageSize, policy.pageSize, policy.maxPageSize),
})

/** Member center, operation 5: a page of the current employees, filtered by department and by name or account. */
export const listEmployees: Handler<'member.listEmployees'> = async ({ path, query }, { db, policy }) => {
  const { pageNum, pageSize } = requestedPage(query, policy)
  const { id: enterpriseId } = await requireEnterprise(db, path.enterpriseGlobalId)
  const { departmentId, keyword } = query
  const pattern = containing(keyword ?? '')
  const matching = db
    // Materialized once: with a plain join, PostgreSQL rereads all departments for each employee when it
    // expects few. Limited to this enterprise, so that a department ID of another one does not reveal its name.
    .with(
      (cte) => cte('own_departments').materialized(),
      (all) =>
        all
          .selectFrom('departments')
          .select(['id', 'name as department_name'])
          .where('enterprise_id', '=', enterpriseId),
    )
    .selectFrom('employees')
    .where('employees.enterprise_id', '=', enterpriseId)
    .where('deleted', '=', false)
    .$if(departmentId !== undefined, (all) => all.where(sql`department_id::text`, '=', String(departmentId)))
    .$if(keyword !== undefined, (all) =>
      all.where((eb) => eb.or([eb('employees.name', 'ilike', pattern), eb('user_name', 'ilike', pattern)])),
    )

  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .leftJoin('own_departments', 'own_departments.id', 'employees.department_id')
    .selectAll('employees')
    .select('department_name')
    .select((eb) => [
      eb
        .selectFrom('assets')
        .select(sql<string[]>`coalesce(array_agg(asset_num order by id), '{}')`.as('numbers'))
        .whereRef('assigned_to', '=', 'employees.id')
        .as('asset_nums'),
      eb
        .selectFrom('assets')
        .select(sql<string | null>`min(asset_num)`.as('number'))
        .whereRef('lent_to', '=', 'employees.id')
        .as('borrow_num'),
    ])
    .orderBy('employees.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()

  const list = rows.map((row): Documented<typeof employee> => ({
    id: String(row.id),
    userId: String(row.user_id),
    globalId: row.global_id,
    enterpriseId: String(row.enterprise_id),
    departmentId: row.department_id,
    departmentName: row.department_name,
    userName: row.user_name,
    passwordMobile: row.password_mobile,
    name: row.name,
    assetNums: row.asset_nums ?? [],
    borrowNum: row.borrow_num,
    onlineFlag: row.online,
    remark: row.remark,
    deleted: row.deleted,
    updateTime: row.updated_at,
    createTime: row.created_at,
    boundUserInfo: null,
  }))
  return pageEnvelope(list, { pageNum, pageSize, total, navigatePages: policy.navigatePages })
}
