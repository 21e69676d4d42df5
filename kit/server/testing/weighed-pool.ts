// A pool that notes what each of its reads costs: pages touched, and tables that were read from end to end.
import type pg from 'pg';

export interface Weight {
  text: string;
  /** Pages of 8 KB that the database touched, found in memory or not. */
  pages: number;
  /** Tables without an index that helped. */
  scanned: string[];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

export interface WeighedPool {
  pool: pg.Pool;
  weights: Weight[];
}

export function weighedPool(pool: pg.Pool): WeighedPool {
  const weights: Weight[] = [];
  const weighing = <T extends pg.Pool | pg.PoolClient>(target: T): T =>
    new Proxy(target, {
      get(on, name) {
        if (name === 'query')
          return async (text: string, values: unknown[] = []) => {
            if (/^\s*(SELECT|WITH)\b/.test(text) && !text.includes('pg_advisory')) weights.push(await weigh(on, text, values));
            return (on as pg.Pool).query(text, values);
          };
        if (name === 'connect') return async () => weighing(await (on as pg.Pool).connect());
        const value = Reflect.get(on, name) as unknown;
        return typeof value === 'function' ? value.bind(on) : value;
      },
    });
  return { pool: weighing(pool), weights };
}

async function weigh(on: pg.Pool | pg.PoolClient, text: string, values: unknown[]): Promise<Weight> {
  const { rows } = await (on as pg.Pool).query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  );
  const root = rows[0]['QUERY PLAN'][0].Plan;
  return { text, pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'], scanned: scannedIn(root) };
}

function scannedIn(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Actual Loops'] > 0 ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedIn)];
}
