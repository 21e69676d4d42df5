// Who looks at requests: which it may decide, with whom it counts as one person, and who else there is to decide.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Call, Session } from '@maru/kit/server/feature.ts';
import { errorWords } from '@maru/kit/server/http-errors.ts';
import { decideApproval } from '../approval-contract.ts';
import type { Viewer } from './approval-rows.ts';
import { gather, grantsOf, rightsAt } from './grants.ts';
import { standingGrants } from './list-people.ts';
import { personAround, tiesOf, whyOne } from './one-person.ts';
import { holds } from './rights.ts';

/** Who could ever decide anything: an account that somebody has been in. */
const activeOperators = ({ pool, config }: AppContext) =>
  pool.query<{ id: number }>(
    `SELECT id FROM operator_operator WHERE status = 'ACTIVE' AND (password_hash IS NOT NULL OR last_login_at IS NOT NULL)
       AND ($1 OR NOT is_demo)`,
    [config.demo],
  );

const mayDecide = (rights: readonly string[], right: string) => holds(rights, right) && holds(rights, decideApproval.right as string);

/** Persons who may decide requests of a right at a site: accounts that count as one are one. */
export async function countDeciders(context: AppContext, site: number, right: string): Promise<number> {
  const { pool } = context;
  const [ties, standing, active] = await Promise.all([tiesOf(context, pool), standingGrants(pool), activeOperators(context)]);
  const able = active.rows
    .map(({ id }) => Number(id))
    .filter((id) => mayDecide(rightsAt(gather(standing.filter((grant) => grant.operator === id)), site), right));
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
    activeOperators(context),
  ]);
  const others = active.rows.map(({ id }) => {
    const mine = standing.filter((grant) => grant.operator === Number(id));
    return { id: Number(id), rights: rightsAt(gather(mine), call.site.id) };
  });
  const rights = rightsAt(own, call.site.id);
  return {
    operator,
    now: clock.now(),
    wordsOf: (code, data) => context.services.find(errorWords)?.(code, data) ?? { ko: code, en: code },
    mayDecide: (right) => mayDecide(rights, right),
    tiesWith: (asker) => whyOne(ties, operator, asker),
    deciders(asker, right) {
      const person = personAround(ties, asker);
      return others.filter((other) => !person.has(other.id) && mayDecide(other.rights, right)).length;
    },
  };
}
