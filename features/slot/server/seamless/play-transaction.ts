// One debit, credit or rollback, once: what is known of it is asked first, then whether it may be, then its money moves.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { PoolClient } from 'pg';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { refuseLeaving } from '@maru/member/contract.ts';
import { pointText, stakeOf as withinLimits } from '../games.ts';
import { isLive, type GameSession } from './game-sessions.ts';
import { needMayStake } from './may-stake.ts';
import { postGame, wasMoved } from './money.ts';
import {
  claim,
  findTx,
  forget,
  type GameAnswer,
  type GameRow,
  type GameRequest,
  isSame,
  keepAnswer,
  rollbackOf,
  rowsOfRound,
} from './transactions.ts';

export async function balanceOf({ engine }: AppContext, site: SiteConfig, account: number): Promise<string> {
  const state = await engine.query<{ binary: number } | null>(site.id, 'player', account);
  return pointText(site, state?.binary ?? 0);
}

export async function playTransaction(
  context: AppContext,
  site: SiteConfig,
  visit: GameSession,
  requested: GameRequest,
): Promise<GameAnswer> {
  // What was answered is answered the same, whatever became of the member.
  const known = await findTx(context.pool, requested, requested.txId);
  if (known !== undefined && known.answer !== null) {
    if (!isSame(known, requested)) throw new Refusal('REQUEST_REUSED');
    return known.answer;
  }
  // A row that is there before the member begins to leave stands in its way; later ones are refused.
  const found = await inTransaction(context.pool, async (client) => {
    await refuseGone(context, client, requested);
    return claim(client, requested, new Date(context.clock.now()));
  });
  if (found === undefined) throw new Refusal('ROUND_OVER');
  const { row, isNew } = found;
  if (!isSame(row, requested)) throw new Refusal('REQUEST_REUSED');
  if (row.answer !== null) return row.answer;
  if (isNew || !(await wasMoved(context, row))) {
    try {
      await postGame(context, row, await amountOf(context, site, visit, row));
    } catch (error) {
      if (error instanceof Refusal) await forget(context.pool, row.id);
      throw error;
    }
  }
  return finish(context, site, row);
}

/** Who is about to leave may stay after all: asked again, it is known. Who has left does not come back. */
async function refuseGone(context: AppContext, client: PoolClient, { site, account }: GameRequest): Promise<void> {
  try {
    await context.services.use(refuseLeaving)(client, site, account, 'OPERATOR');
  } catch (error) {
    throw error instanceof Refusal && error.code === 'MEMBER_LEFT' ? new Refusal('MEMBER_UNKNOWN') : error;
  }
}

async function finish(context: AppContext, site: SiteConfig, row: GameRow): Promise<GameAnswer> {
  const answer = { txId: row.txId, balance: await balanceOf(context, site, row.account), currency: site.binaryCurrency };
  await keepAnswer(context.pool, row.id, answer);
  return answer;
}

/** What moves, or the refusal. */
function amountOf(context: AppContext, site: SiteConfig, visit: GameSession, row: GameRow): Promise<number> {
  if (row.kind === 'debit') return stakeOf(context, site, visit, row);
  return row.kind === 'credit' ? winOf(context, site, row) : giveBackOf(context, site, row);
}

async function stakeOf(context: AppContext, site: SiteConfig, visit: GameSession, row: GameRow): Promise<number> {
  if ((await rollbackOf(context.pool, row, row.txId)) !== undefined) throw new Refusal('ROUND_OVER');
  if (!isLive(context, visit)) throw new Refusal('VISIT_OVER');
  await needMayStake(context, site, { member: visit.member, account: visit.account, country: visit.country ?? undefined });
  return withinLimits(site, pointText(site, row.amount), 'amount');
}

/** A win belongs to a stake of that round which was not given back. */
async function winOf(context: AppContext, site: SiteConfig, row: GameRow): Promise<number> {
  const rows = await rowsOfRound(context.pool, row);
  const isGivenBack = (debit: GameRow) => rows.some(({ kind, ofTx }) => kind === 'rollback' && ofTx === debit.txId);
  for (const debit of rows.filter(({ kind }) => kind === 'debit'))
    if (!isGivenBack(debit) && (await isDone(context, site, debit))) return row.amount;
  throw new Refusal('ROUND_UNKNOWN');
}

/** A debit that never came moves nothing; this row then stands against it. */
async function giveBackOf(context: AppContext, site: SiteConfig, row: GameRow): Promise<number> {
  const debit = await findTx(context.pool, row, row.ofTx as string);
  if (debit === undefined) return 0;
  if (debit.kind !== 'debit' || debit.account !== row.account || debit.roundId !== row.roundId) throw new Refusal('ROUND_UNKNOWN');
  const rows = await rowsOfRound(context.pool, row);
  if (rows.some(({ kind }) => kind === 'credit')) throw new Refusal('ROUND_OVER');
  return (await isDone(context, site, debit)) ? debit.amount : 0;
}

/** A debit whose answer was lost is done if the journal has it. */
async function isDone(context: AppContext, site: SiteConfig, debit: GameRow): Promise<boolean> {
  if (debit.answer !== null) return true;
  if (!(await wasMoved(context, debit))) return false;
  await finish(context, site, debit);
  return true;
}
