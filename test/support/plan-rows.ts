import type { Pool } from 'pg'

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/** Returns the most rows that one step of a plan looked at. */
function mostRows(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  return Math.max((node['Actual Rows'] + removed) * node['Actual Loops'], ...(node.Plans ?? []).map(mostRows))
}

/** Returns the most rows that one step looks at while a statement runs, with the plan that PostgreSQL chooses. */
export async function rowsLookedAt(
  pool: Pick<Pool, 'query'>,
  statement: string,
  values: readonly unknown[],
): Promise<number> {
  await pool.query(`prepare question as ${statement}`)
  const given = values.map((value) => `'${String(value)}'`).join(', ')
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, format json) execute question (${given})`,
  )
  await pool.query('deallocate question')
  return mostRows(rows[0]?.['QUERY PLAN'][0]?.Plan as PlanNode)
}
