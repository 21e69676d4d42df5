// The member's calls on its list of addresses: each change under its lock, told by every channel as other changes of protection are.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { provenSecondFactor } from '@maru/account/contract.ts';
import { refuseLeaving } from '@maru/member/contract.ts';
import type { PoolClient } from 'pg';
import { addAllowed, type AllowedAddress, readAllowList, removeAllowed, switchAllowList } from '../../allow-list-contract.ts';
import { checkDestination } from '../withdrawals/check-destination.ts';
import { lockMember } from '../withdrawals/lock-member.ts';
import { termsOf } from '../withdrawals/withdraw-terms.ts';
import { checkGuards, takeTicket, type Typed } from '../withdrawals/withdraw-ticket.ts';
import {
  type AllowedRow,
  bindingOf,
  coinsByChain,
  findAllowed,
  MOST_ENTRIES,
  type Place,
  presentAllowed,
  readAllowed,
  WAIT_MS,
} from './allowed-rows.ts';
import { tellListChange } from './list-notices.ts';
import { isoOrNull } from '../times.ts';

function memberOf({ session }: Pick<Call, 'session'>): Session {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  return session;
}

const readList = handle(readAllowList, async ({ pool, clock }, { site, session }) => {
  const who = memberOf({ session });
  const now = clock.now();
  const [rows, binding, byChain] = await Promise.all([readAllowed(pool, who), bindingOf(pool, who, now), coinsByChain(pool, site)]);
  const content = rows.map((row) => presentAllowed(row, byChain.get(row.chain) ?? [], now));
  const { isOn, offAt } = binding;
  return { data: { isOn, offAt: isoOrNull(offAt), waitSeconds: WAIT_MS / 1000, content, most: MOST_ENTRIES } };
});

const add = handle(addAllowed, async (context, call) => {
  const who = memberOf(call);
  const { site, body } = call;
  const { pool, clock } = context;
  const { coin } = await termsOf(context, site, body.walletType);
  const place = await checkDestination(context, {
    site: site.id,
    account: who.account,
    chain: coin.chain,
    address: body.address,
    memo: body.memo,
  });
  const now = clock.now();
  const byChain = await coinsByChain(pool, site);
  const shown = (row: AllowedRow): { data: AllowedAddress } => ({ data: presentAllowed(row, byChain.get(row.chain) ?? [], now) });
  const wanted = { chain: coin.chain, address: place.address, memo: place.memo };
  const isNew = await changing(context, who, body, (client) => insertEntry(client, who, body.label, wanted, now));
  if (isNew) tellListChange(context, who, { kind: 'ADDED', label: body.label, chain: coin.chain, address: place.address });
  return shown((await findAllowed(pool, who, wanted)) as AllowedRow);
});

/** False: it stands there already, just so. */
async function insertEntry(client: PoolClient, who: Session, label: string, place: Place, now: number): Promise<boolean> {
  const before = await findAllowed(client, who, place);
  if (before !== undefined && before.label !== label) throw new Refusal('ALLOW_TWICE');
  if (before !== undefined) return false;
  if ((await readAllowed(client, who)).length >= MOST_ENTRIES) throw new Refusal('ALLOW_FULL', { most: MOST_ENTRIES });
  await client.query(
    `INSERT INTO custody_allowed (site_id, account, chain, label, address, memo, added_ms, ripe_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [who.site, who.account, place.chain, label, place.address, place.memo, now, now + WAIT_MS],
  );
  return true;
}

const remove = handle(removeAllowed, async (context, call) => {
  const who = memberOf(call);
  await context.services.use(provenSecondFactor)(who);
  const removed = await inTransaction(context.pool, async (client) => {
    await lockMember(client, who);
    const { rows } = await client.query<{ label: string; chain: string; address: string; before: number | null }>(
      `UPDATE custody_allowed e SET removed_ms = coalesce(e.removed_ms, $4) FROM custody_allowed o
       WHERE e.entry_id = $3 AND o.entry_id = e.entry_id AND e.site_id = $1 AND e.account = $2
       RETURNING e.label, e.chain, e.address, o.removed_ms::float8 AS before`,
      [who.site, who.account, call.body.entryId, context.clock.now()],
    );
    if (rows.length === 0) throw new Refusal('NOT_FOUND', { field: 'entryId' });
    return rows[0];
  });
  if (removed.before === null) tellListChange(context, who, { kind: 'REMOVED', ...removed });
  return { data: { removed: true as const } };
});

const switchList = handle(switchAllowList, async (context, call) => {
  const who = memberOf(call);
  const { isOn } = call.body;
  const now = context.clock.now();
  const hasChanged = await changing(context, who, call.body, (client) => writeChoice(client, who, isOn, now));
  const binding = await bindingOf(context.pool, who, now);
  if (hasChanged) tellListChange(context, who, isOn ? { kind: 'ON' } : { kind: 'OFF' });
  return { data: { isOn: binding.isOn, offAt: isoOrNull(binding.offAt) } };
});

/** Off is asked for once: asked again it ends no later and no sooner. False: it was so already. */
async function writeChoice(client: PoolClient, who: Session, isOn: boolean, now: number): Promise<boolean> {
  const before = await bindingOf(client, who, now);
  if (isOn ? before.isOn && before.offAt === null : !before.isOn || before.offAt !== null) return false;
  await client.query(
    `INSERT INTO custody_allow_choice (site_id, account, is_on, off_ms, changed_ms) VALUES ($1, $2, true, $3, $4)
     ON CONFLICT (site_id, account) DO UPDATE SET is_on = true, off_ms = excluded.off_ms, changed_ms = excluded.changed_ms`,
    [who.site, who.account, isOn ? null : now + WAIT_MS, now],
  );
  return true;
}

/** With the password or its ticket and the second factor, under the member's lock. */
async function changing<T>(context: AppContext, who: Session, typed: Typed, work: (client: PoolClient) => Promise<T>): Promise<T> {
  await checkGuards(context, who, typed);
  return inTransaction(context.pool, async (client) => {
    await lockMember(client, who);
    await context.services.use(refuseLeaving)(client, who.site, who.account);
    await takeTicket(client, who, typed.ticket, context.clock.now());
    return work(client);
  });
}

export const allowListRoutes = [readList, add, remove, switchList];
