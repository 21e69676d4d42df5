// After a second person's yes: agreed in SQL with the decision, posted by the engine behind the commit, each row once whatever crashes between.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { isOwnMember } from '@maru/kit/server/operator-call.ts';
import { refuseLeaving } from '@maru/member/contract.ts';
import {
  type ApprovalKind,
  type ApprovedRequest,
  approvals,
  type AskedRequest,
  type Outcome,
  type Writer,
} from '@maru/operator/contract.ts';
import { messageBox } from '@maru/message/contract.ts';
import { findPosting, grantsAt, grantsOf, postMove } from './entry-money.ts';
import { freeOf, limitExceeded } from './entry-funds.ts';
import { liveEntry } from './entry-outlook.ts';
import { lockPurse, noteApproved, noteDone, noteMove, openMoves, type OpenMove, sumOfEntry } from './entry-rows.ts';
import type { WalletType } from '../../contract.ts';

export const ENTRY_KIND = 'ledger.entry';
export const FUND_KIND = 'ledger.fund';

/** What the engine could not take at once is tried again. */
const AGAIN_MS = 30_000;

export function registerEntries(context: AppContext): void {
  const box = context.services.find(approvals);
  const both = { live: liveEntry, apply: agree, finish: postEntry };
  box?.register<AppContext>({
    kind: ENTRY_KIND,
    name: { ko: '원장 기입', en: 'Ledger entry' },
    right: 'ledger.approve',
    unfit: refuseOwn,
    ...both,
  });
  box?.register<AppContext>({
    kind: FUND_KIND,
    name: { ko: '지급 재원 채우기', en: 'Filling the grant purse' },
    right: 'ledger.fund',
    ...both,
  });
}

/** Whoever is among those that get it is no second person for it. */
async function refuseOwn({ services }: AppContext, sql: Writer, request: AskedRequest, operator: number): Promise<void> {
  const { rows } = await sql.query<{ member: number }>(
    'SELECT member_id::float8 AS member FROM wallet_entry_row WHERE entry_id = $1 AND member_id IS NOT NULL',
    [entryOf(request)],
  );
  const of = { site: request.site, members: rows.map(({ member }) => member), operator };
  if (await services.find(isOwnMember)?.(sql, of)) throw new Refusal('MEMBER_OWN');
}

const entryOf = (request: AskedRequest) => (request.payload as { entryId: number }).entryId;

/** The purse is looked at again: between asking and agreeing it may have been emptied. */
const agree: ApprovalKind<AppContext>['apply'] = async (context, client, request) => {
  const entryId = entryOf(request);
  await lockPurse(client, request.site);
  const { rows } = await client.query<{ type: string; total: number; walletType: WalletType | null }>(
    'SELECT type, total, wallet_type AS "walletType" FROM wallet_entry WHERE entry_id = $1 AND site_id = $2',
    [entryId, request.site],
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal('NOT_FOUND');
  if (found.type === 'PB') await refuseEmpty(context, client, request.site, found);
  await refuseLeft(context, client, request.site, entryId);
  await noteApproved(client, entryId, request.decidedBy, new Date(context.clock.now()));
};

/** Whoever left meanwhile is paid nothing, and whoever is about to is not. */
async function refuseLeft(context: AppContext, client: Writer, site: number, entryId: number): Promise<void> {
  const { rows } = await client.query<{ account: number }>(
    'SELECT account FROM wallet_entry_row WHERE entry_id = $1 AND account >= 0 ORDER BY account',
    [entryId],
  );
  for (const { account } of rows) await context.services.use(refuseLeaving)(client, site, account);
}

async function refuseEmpty(
  context: AppContext,
  client: Writer,
  site: number,
  { total, walletType }: { total: number; walletType: WalletType | null },
): Promise<void> {
  const grants = grantsAt(context, site, walletType);
  const free = await freeOf(context, client, site, grants);
  if (total > free) throw limitExceeded(Math.max(free, 0), total, grants);
}

const postedOrPost = async (context: AppContext, move: OpenMove) => (await findPosting(context, move)) ?? postMove(context, move);

/** What the engine answered, row by row: some may be posted and others refused. */
async function postEntry(context: AppContext, request: ApprovedRequest, isAgain: boolean): Promise<Outcome> {
  const entryId = entryOf(request);
  const moves = await openMoves(context.pool, entryId);
  await postAll(context, moves, (move) => (isAgain ? postedOrPost(context, move) : postMove(context, move)));
  const { posted, refused, moved, fault, sequence, open, walletType } = await sumOfEntry(context.pool, entryId);
  if (open > 0) throw new EngineBusy('rows of an entry have no answer yet');
  const result = { posted, refused, moved: movedText(context, request.site, walletType, moved), sequence };
  if (refused === 0) return { outcome: 'APPLIED', result };
  return { outcome: posted === 0 ? 'FAILED' : 'PARTLY', result, fault: fault ?? 'UNAVAILABLE' };
}

/** Of a wallet that is not kept nothing moved. */
function movedText({ sites }: AppContext, id: number, walletType: WalletType | null, moved: number): string {
  const site = sites.byId(id);
  return formatDecimal(moved, (site && grantsOf(site, walletType)?.decimals) ?? 0);
}

/**
 * What a crash or a busy engine left between agreeing and posting. The engine knows a row's key for a day only, the ledger for ever:
 * the ledger is asked first.
 */
export async function postLeftOver(context: AppContext, agedMs = AGAIN_MS): Promise<void> {
  const before = context.clock.now() - agedMs;
  const moves = (await openMoves(context.pool)).filter((move) => move.approvedAt.getTime() <= before);
  await postAll(context, moves, (move) => postedOrPost(context, move));
}

/** At the start, and whenever something was left. */
export function keepPosting(context: AppContext): void {
  const options = { name: 'wallet.entries', everyMs: AGAIN_MS, fault: 'agreed ledger entries wait to be posted' };
  context.jobs.every(options, () => postLeftOver(context));
}

async function postAll(
  context: AppContext,
  moves: readonly OpenMove[],
  post: (move: OpenMove) => Promise<{ seq: number } | { fault: string }>,
): Promise<void> {
  const faults: unknown[] = [];
  /** Their engine does not answer: what waits there would wait in vain, one after the other. */
  const busy = new Set<number>();
  for (const move of moves) {
    if (busy.has(move.site)) continue;
    try {
      const done = await post(move);
      const isFirst = await noteMove(context.pool, move, done);
      if (isFirst && 'seq' in done && move.member !== null) await tell(context, move);
    } catch (error) {
      // One that cannot be posted keeps none behind it from being posted.
      faults.push(error);
      if (error instanceof EngineBusy) busy.add(move.site);
    }
  }
  if (moves.length > 0) await noteDone(context.pool, new Date(context.clock.now()));
  if (faults.length > 0) throw faults[0];
}

async function tell(context: AppContext, { site, member, type, walletType, amount }: OpenMove): Promise<void> {
  const { currency, decimals } = grantsAt(context, site, walletType);
  const text = `${formatDecimal(amount, decimals, true)} ${currency}`;
  const isGiven = type === 'PB';
  const message = {
    site,
    member: member as number,
    kind: 'WALLET' as const,
    title: { ko: isGiven ? '보너스를 받았어요' : '잔액이 조정됐어요', en: isGiven ? 'You received a bonus' : 'Your balance was adjusted' },
    content: {
      ko: isGiven ? `${walletType} 지갑에 ${text}가 들어왔어요.` : `${walletType} 지갑에서 ${text}가 차감됐어요.`,
      en: isGiven ? `${text} were paid into your ${walletType} wallet.` : `${text} were taken from your ${walletType} wallet.`,
    },
    link: '/dnw_history/history_list',
  };
  await context.services
    .find(messageBox)
    ?.send(message)
    .catch((error: unknown) => context.log.warn({ err: error, site, member }, 'a member was not told of a ledger entry'));
}
