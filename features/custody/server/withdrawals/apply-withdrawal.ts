// A member asks for coins to be sent: everything is checked, then one row stands under its key for ever, and the job goes on with it.
import { hash } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { actingMember, memberCards, memberDirectory, refuseLeaving } from '@maru/member/contract.ts';
import { applyWithdrawal, type Travel, type Withdrawal } from '../../withdraw-contract.ts';
import { custodyProcesses } from '../../process-contract.ts';
import { refuseUnlisted } from '../allow-list/refuse-unlisted.ts';
import { refuseWithoutTravel, travelWordOn } from '../rules/travel-rule.ts';
import { checkDestination, type Destination } from './check-destination.ts';
import { lockMember } from './lock-member.ts';
import { refuseHeld, refuseOver, type Standing, standingOf } from './may-leave.ts';
import { noteStep } from './move-state.ts';
import { presentWithdrawal, readRow, type WithdrawalRow } from './present-withdrawal.ts';
import { usdtValue } from './usdt-value.ts';
import { divide, termsFor, type WithdrawTerms } from './withdraw-terms.ts';
import { checkGuards, takeTicket } from './withdraw-ticket.ts';
import { WITHDRAWALS } from './withdrawal-job.ts';

interface Body {
  walletType: string;
  point: string;
  address: string;
  memo?: string | undefined;
  travel?: Travel | undefined;
  password?: string | undefined;
  ticket?: string | undefined;
}

interface Request extends Destination {
  terms: WithdrawTerms;
  amount: number;
  fee: number;
  value: number | undefined;
  key: string;
  bodyHash: string;
  ticket: string | undefined;
  travel: Travel | undefined;
}

/** How long a call waits for the engine's word: mostly it is there at once. */
const HELD_WITHIN_MS = 3_000;
const LOOK_MS = 50;

export const applyWithdrawalHandler = handle(applyWithdrawal, async (context, call) => ({
  data: await applyFor(context, call, call.body),
}));

export async function applyFor(context: AppContext, call: Pick<Call, 'site' | 'session' | 'requestKey'>, body: Body): Promise<Withdrawal> {
  const { site, session, requestKey } = call;
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (requestKey === undefined) throw new Refusal('WITHDRAW_KEY');
  const bodyHash = hashOf(body);
  const before = await findByKey(context, session, requestKey, bodyHash);
  if (before !== undefined) return answer(context, site, before);
  const request = await checkRequest(context, site, session, { body, key: requestKey, bodyHash });
  const standing = await standingOf(context, site, session, request.terms.coin.asset);
  // Many at once wait here, not each with a connection in its hand: others' calls need those.
  const turn = `custody.withdraw ${site.id} ${session.account}`;
  const id = await context.shared.turn(turn, () => insertRequest(context, session, request, standing));
  context.services.use(custodyProcesses).wake();
  context.jobs.hurry(WITHDRAWALS);
  return answer(context, site, id);
}

/** What proves who asks is no part of what is asked for. Without a receiver it is what it was before there were any. */
function hashOf({ walletType, point, address, memo = '', travel }: Body): string {
  const { kind, vasp = '', beneficiary, isStated } = travel ?? {};
  const receiver = travel === undefined ? [] : [kind, vasp, beneficiary, isStated];
  return hash('sha256', JSON.stringify([walletType, point, address, memo, ...receiver]), 'hex');
}

/** Of the same key the first one, for ever; of another body it is refused. */
async function findByKey(
  { pool }: Pick<AppContext, 'pool'>,
  { site, account }: Session,
  key: string,
  bodyHash: string,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number; hash: string }>(
    `SELECT withdrawal_id::float8 AS id, body_hash AS hash FROM custody_withdrawal WHERE site_id = $1 AND account = $2 AND request_key = $3`,
    [site, account, key],
  );
  if (rows.length === 0) return undefined;
  if (rows[0].hash !== bodyHash) throw new Refusal('REQUEST_REUSED');
  return rows[0].id;
}

async function checkRequest(
  context: AppContext,
  site: SiteConfig,
  session: Session,
  { body, key, bodyHash }: { body: Body; key: string; bodyHash: string },
): Promise<Request> {
  await context.services.use(actingMember)(site, session.member);
  const terms = await termsFor(context, site, body.walletType, body.address);
  const { coin } = terms;
  const destination = await checkDestination(context, {
    site: site.id,
    account: session.account,
    chain: coin.chain,
    ...body,
    memo: body.memo,
  });
  if (coin.outPause !== null) throw new Refusal('WITHDRAW_PAUSED');
  if (destination.payee !== null) await refuseLeftPayee(context, site.id, destination.payee);
  const { amount, fee } = divide(terms, body.point, destination.payee !== null);
  const value = await usdtValue(context, site, coin.asset, amount + fee);
  refuseWithoutTravel(await travelWordOn(context, site, { value, isInside: destination.payee !== null }), body.travel);
  await refuseHeld(context, site.id, session.member);
  await checkGuards(context, session, body);
  return { ...destination, terms, amount, fee, value, key, bodyHash, ticket: body.ticket, travel: body.travel };
}

/** What is sent to somebody who has gone would be nobody's. */
async function refuseLeftPayee({ services }: AppContext, site: number, account: number): Promise<void> {
  const member = services.use(memberDirectory).memberOf(site, account);
  const card = member === undefined ? undefined : (await services.use(memberCards)(site, [member])).get(member);
  if (card === undefined || card.status === 'LEFT') throw new Refusal('ADDRESS_BAD', { chain: 'maru' });
}

async function insertRequest(
  { pool, clock, services }: AppContext,
  session: Session,
  request: Request,
  standing: Standing,
): Promise<number> {
  const { site, account } = session;
  const { terms, amount, fee, value } = request;
  const { coin } = terms;
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    await lockMember(client, session);
    const { rows: same } = await client.query<{ id: number; hash: string }>(
      `SELECT withdrawal_id::float8 AS id, body_hash AS hash FROM custody_withdrawal WHERE site_id = $1 AND account = $2 AND request_key = $3`,
      [site, account, request.key],
    );
    if (same.length > 0 && same[0].hash !== request.bodyHash) throw new Refusal('REQUEST_REUSED');
    if (same.length > 0) return same[0].id;
    await services.use(refuseLeaving)(client, site, account);
    await refuseUnlisted(client, session, { ...request, chain: coin.chain }, now);
    await refuseOver(client, standing, { site, account, asset: coin.asset, total: amount + fee, value });
    await takeTicket(client, session, request.ticket, now);
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO custody_withdrawal (site_id, account, request_key, body_hash, wallet_type, asset, chain, address, memo, payee, amount, fee, value,
         state, asked_ms, changed_ms, travel, login) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'REQUESTED', $14, $14, $15, $16)
       RETURNING withdrawal_id::float8 AS id`,
      [
        site,
        account,
        request.key,
        request.bodyHash,
        coin.walletType,
        coin.asset,
        coin.chain,
        request.address,
        request.memo,
        request.payee,
        amount,
        fee,
        value ?? 0,
        now,
        request.travel === undefined ? null : JSON.stringify(request.travel),
        session.family,
      ],
    );
    const [{ id }] = rows;
    await noteStep(client, id, 'REQUESTED', now);
    return id;
  });
}

/** Once the engine has held it, or refused: the same answer whenever it is asked again. */
async function answer(context: AppContext, site: SiteConfig, id: number): Promise<Withdrawal> {
  const until = performance.now() + HELD_WITHIN_MS;
  for (;;) {
    const row = (await readRow(context.pool, site.id, id)) as WithdrawalRow;
    if (row.state === 'REFUSED' && row.ledger === 'RETURNED' && isOfLedger(row))
      throw new Refusal(row.reason as string, { field: 'point' });
    if (row.state !== 'REQUESTED' || performance.now() > until) return presentWithdrawal(site, row);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

/** Refused by the engine at once, not by a person later. */
const byLedger: readonly string[] = ['INSUFFICIENT_BALANCE', 'BALANCE_LOCKED', 'ACCOUNT_FROZEN'];
const isOfLedger = ({ reason }: WithdrawalRow): boolean => reason !== null && byLedger.includes(reason);
