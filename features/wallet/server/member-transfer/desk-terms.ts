// Operators set the limits of transfers between members and pause them, each change in the log; what protects less, and what opens again, a
// second person agrees to.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type AskedRequest, desk, type LiveValues, type Writer } from '@maru/operator/contract.ts';
import { changeMemberTerms, openMemberTransfers, pauseMemberTransfers } from '../../member-transfer-admin-contract.ts';
import { termsOfTransfers, type TransferTerms } from './transfer-terms.ts';

const RIGHT = 'custody.write';
const TERMS = 'wallet.memberTerms';
const OPENING = 'wallet.memberOpening';
const TARGET = 'memberTransfers';

type Limits = Omit<TransferTerms, 'paused'>;
type Typed = Record<keyof Limits, string>;

const limitsIn = ({ least, most, dayMost, secondFrom }: Limits) => ({ least, most, dayMost, secondFrom });
const usdt = (micro: number) => formatDecimal(micro, USDT_DECIMALS, true);
const saidLimits = (terms: Limits): Typed => ({
  least: usdt(terms.least),
  most: usdt(terms.most),
  dayMost: usdt(terms.dayMost),
  secondFrom: usdt(terms.secondFrom),
});
export const saidTerms = (terms: TransferTerms) => ({ ...saidLimits(terms), isPaused: terms.paused !== null });

function readLimits(typed: Typed): Limits {
  const amount = (field: keyof Limits): number => {
    const units = readDecimal(typed[field], USDT_DECIMALS);
    if (typeof units !== 'number' || units < 0) throw new Refusal('INVALID_FIELD', { field });
    return units;
  };
  const limits = { least: amount('least'), most: amount('most'), dayMost: amount('dayMost'), secondFrom: amount('secondFrom') };
  if (limits.least === 0) throw new Refusal('INVALID_FIELD', { field: 'least' });
  if (limits.most < limits.least) throw new Refusal('TRANSFER_TERMS_ORDER', { field: 'most' });
  if (limits.dayMost < limits.most) throw new Refusal('TRANSFER_TERMS_ORDER', { field: 'dayMost' });
  return limits;
}

/** More leaves at once, within a day, or by the password alone. */
const protectsLess = (before: Limits, after: Limits): boolean =>
  after.most > before.most || after.dayMost > before.dayMost || after.secondFrom > before.secondFrom;

async function lockTerms(sql: Writer, site: number): Promise<TransferTerms> {
  await sql.query('SELECT 1 FROM wallet_member_terms WHERE site_id = $1 FOR UPDATE', [site]);
  return termsOfTransfers(sql as Parameters<typeof termsOfTransfers>[0], site);
}

async function writeLimits(sql: Writer, site: number, { least, most, dayMost, secondFrom }: Limits): Promise<void> {
  await sql.query('UPDATE wallet_member_terms SET least = $2, most = $3, day_most = $4, second_from = $5 WHERE site_id = $1', [
    site,
    least,
    most,
    dayMost,
    secondFrom,
  ]);
}

const writePause = (sql: Writer, site: number, paused: string | null) =>
  sql.query('UPDATE wallet_member_terms SET paused = $2 WHERE site_id = $1', [site, paused]);

const changeHandler = handleOperator(changeMemberTerms, async (context, call, audit) => {
  const { site, body } = call;
  const { reason, ...typed } = body;
  const limits = readLimits(typed);
  const requestId = await inTransaction(context.pool, async (client) => {
    const now = limitsIn(await lockTerms(client, site.id));
    const [before, after] = [saidLimits(now), saidLimits(limits)];
    if (JSON.stringify(before) === JSON.stringify(after)) throw new Refusal('TRANSFER_TERMS_SAME');
    if (protectsLess(now, limits))
      return context.services.use(approvals).ask(call, client, {
        kind: TERMS,
        site: site.id,
        target: TARGET,
        summary: { ko: '회원 이체 한도 바꾸기', en: 'Change the limits of transfers between members' },
        payload: limits,
        before,
        after,
        reason,
      });
    await writeLimits(client, site.id, limits);
    await audit({ target: TARGET, before, after, reason }, client);
    return undefined;
  });
  return answer(context, site.id, requestId);
});

const pauseHandler = handleOperator(pauseMemberTransfers, async (context, { site, body }, audit) => {
  await inTransaction(context.pool, async (client) => {
    if ((await lockTerms(client, site.id)).paused !== null) throw new Refusal('TRANSFER_TERMS_SAME');
    await writePause(client, site.id, 'OPERATOR');
    await audit({ target: TARGET, before: { isPaused: false }, after: { isPaused: true }, reason: body.reason }, client);
  });
  return answer(context, site.id, undefined);
});

const openHandler = handleOperator(openMemberTransfers, async (context, call) => {
  const { site, body } = call;
  const requestId = await inTransaction(context.pool, async (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: OPENING,
      site: site.id,
      target: TARGET,
      summary: { ko: '회원 이체 다시 열기', en: 'Open transfers between members again' },
      payload: {},
      ...(await openingOf(client, site.id)),
      reason: body.reason,
    }),
  );
  return answer(context, site.id, requestId);
});

export const memberTermsRoutes = [changeHandler, pauseHandler, openHandler];

async function answer(context: AppContext, site: number, requestId: number | undefined) {
  if (requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId });
  tellChanged(context, site);
  return { data: saidTerms(await termsOfTransfers(context.pool, site)) };
}

const tellChanged = ({ services }: AppContext, site: number): void =>
  services.find(desk)?.tell(site, { type: 'CHANGED', kind: 'member-transfers' });

async function openingOf(sql: Writer, site: number): Promise<LiveValues> {
  if ((await lockTerms(sql, site)).paused === null) throw new Refusal('TRANSFER_TERMS_SAME');
  return { before: { isPaused: true }, after: { isPaused: false } };
}

async function liveLimits(sql: Writer, { site, payload }: AskedRequest): Promise<LiveValues> {
  return { before: saidLimits(await lockTerms(sql, site)), after: saidLimits(payload as Limits) };
}

export function registerMemberTerms({ services }: AppContext): void {
  services.find(approvals)?.register<AppContext>({
    kind: TERMS,
    name: { ko: '회원 이체 한도 올리기', en: 'Higher limits of transfers between members' },
    right: RIGHT,
    live: (_context, sql, request) => liveLimits(sql, request),
    apply: (_context, sql, { site, payload }) => writeLimits(sql, site, payload as Limits),
    after: async (context, { site }) => tellChanged(context, site),
  });
  services.find(approvals)?.register<AppContext>({
    kind: OPENING,
    name: { ko: '회원 이체 다시 열기', en: 'Opening transfers between members again' },
    right: RIGHT,
    live: (_context, sql, { site }) => openingOf(sql, site),
    async apply(_context, sql, { site }) {
      await writePause(sql, site, null);
    },
    after: async (context, { site }) => tellChanged(context, site),
  });
}
