// Who looks at requests: which it may decide, with whom it counts as one person, and who else there is to decide.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Call, Session } from '@maru/kit/server/feature.ts';
import { errorWords } from '@maru/kit/server/http-errors.ts';
import type { NeededRight, SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { decideApproval } from '../approval-contract.ts';
import type { Viewer } from './approval-rows.ts';
import { gather, type Grants, grantsOf, holdsNeeded } from './grants.ts';
import { standingGrants } from './list-people.ts';
import { personAround, tiesOf, whyOne } from './one-person.ts';

/** Who could ever decide anything: an account that somebody has been in. */
const activeOperators = ({ config }: AppContext, sql: SqlWriter): Promise<{ rows: { id: number }[] }> =>
  sql.query(
    `SELECT id FROM operator_operator WHERE status = 'ACTIVE' AND (password_hash IS NOT NULL OR last_login_at IS NOT NULL)
       AND ($1 OR NOT is_demo)`,
    [config.demo],
  );

const mayDecide = (grants: Grants, site: number, needed: NeededRight) =>
  holdsNeeded(grants, site, needed) && holdsNeeded(grants, site, { right: decideApproval.right as string });

/** Persons who may decide requests of a right at a site: accounts that count as one are one. */
export async function countDeciders(context: AppContext, sql: SqlWriter, site: number, needed: NeededRight): Promise<number> {
  const [ties, standing, active] = await Promise.all([tiesOf(context, sql), standingGrants(sql), activeOperators(context, sql)]);
  const able = active.rows
    .map(({ id }) => Number(id))
    .filter((id) => mayDecide(gather(standing.filter((grant) => grant.operator === id)), site, needed));
  const counted = new Set<number>();
  let persons = 0;
  for (const id of able) {
    if (counted.has(id)) continue;
    persons += 1;
    for (const same of personAround(ties, id)) counted.add(same);
  }
  return persons;
}

export async function viewerOf(context: AppContext, call: Call): Promise<Viewer> {
  const { pool, clock } = context;
  const operator = (call.session as Session).member;
  const [own, ties, standing, active] = await Promise.all([
    grantsOf(pool, operator),
    tiesOf(context, pool),
    standingGrants(pool),
    activeOperators(context, pool),
  ]);
  const others = active.rows.map(({ id }) => {
    const mine = standing.filter((grant) => grant.operator === Number(id));
    return { id: Number(id), grants: gather(mine) };
  });
  return {
    operator,
    now: clock.now(),
    wordsOf: (code, data) => context.services.find(errorWords)?.(code, data) ?? { ko: code, en: code },
    mayDecide: (needed) => mayDecide(own, call.site.id, needed),
    tiesWith: (asker) => whyOne(ties, operator, asker),
    deciders(asker, needed) {
      const person = personAround(ties, asker);
      return others.filter((other) => !person.has(other.id) && mayDecide(other.grants, call.site.id, needed)).length;
    },
  };
}
