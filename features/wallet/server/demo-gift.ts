// Demo money of members: promised by a row in the sign-up's own transaction, paid by the ledger once; what a crash left between is paid later.
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { appliedSeq, EngineBusy } from '@maru/kit/server/engine-port.ts';
import { stampRequestKey } from '@maru/kit/server/request-key.ts';
import { type WelcomeGift, welcomeGift } from '@maru/account/contract.ts';
import { formerAccounts } from '@maru/member/contract.ts';
import { siteGuards } from '@maru/site/admin-contract.ts';
import { IS_RARE } from './rare-reasons.ts';

const { CommandRejected, RequestRepeated } = EventWord;

const promo = HouseAccount.Promo;
const PROJECTION_WAIT_MS = 20_000;
const PAY_MS = 5_000;

/** In micro-USDT; 0 where none is given: outside of a demo whatever the row says. */
export function giftOf({ config }: Pick<AppContext, 'config'>, site: SiteConfig): number {
  return config.demo ? (parseDecimal(site.demoMoney ?? '0', USDT_DECIMALS) ?? 0) : 0;
}

/** Provides what sign-up asks for, refuses demo money to sites that are none, and pays what waits. */
export function keepDemoGifts(context: AppContext): void {
  const gifts = createGifts(context);
  context.services.provide(welcomeGift, gifts);
  context.services.find(siteGuards)?.push(async (_standing, { demoMoney }) =>
    context.config.demo || demoMoney === undefined
      ? undefined
      : {
          field: 'demoMoney',
          ko: '데모 머니는 데모 설치에서만 줄 수 있어요.',
          en: 'Demo money can be given by a demo installation only.',
        },
  );
  const payAll = async () => {
    const { rows } = await context.pool.query<{ site: number }>(
      'SELECT DISTINCT site_id AS site FROM wallet_demo_gift WHERE posted_seq IS NULL',
    );
    for (const { site } of rows) if (context.sites.byId(site) !== undefined) await gifts.pay(site);
  };
  context.jobs.every({ name: 'wallet.demoGifts', everyMs: PAY_MS, fault: 'demo money waits' }, payAll);
}

function createGifts(context: AppContext): WelcomeGift {
  const running = new Map<number, Promise<void>>();
  return {
    async promise(client, { site, account }) {
      const amount = giftOf(context, site);
      if (amount === 0) return undefined;
      // A welcome is for whoever is new: who had one under an account before it left asks for more like everybody, once a day.
      const formers = (await context.services.find(formerAccounts)?.(client, site.id, account)) ?? [];
      const had = await client.query('SELECT 1 FROM wallet_demo_gift WHERE site_id = $1 AND account = ANY ($2::int[]) LIMIT 1', [
        site.id,
        formers,
      ]);
      if (had.rows.length > 0) return undefined;
      await client.query('INSERT INTO wallet_demo_gift (site_id, account, serial, amount, asked_ms) VALUES ($1, $2, 0, $3, $4)', [
        site.id,
        account,
        amount,
        context.clock.now(),
      ]);
      return site.demoMoney;
    },
    pay(site) {
      // Behind the run in progress: that one may have looked before this row was there.
      const next = (running.get(site) ?? Promise.resolve()).catch(() => undefined).then(() => payWaiting(context, site));
      running.set(site, next);
      return next;
    },
  };
}

interface Gift {
  account: number;
  serial: number;
  amount: number;
}

async function payWaiting(context: AppContext, site: number): Promise<void> {
  const { rows } = await context.pool.query<Gift>(
    'SELECT account, serial, amount::float8 AS amount FROM wallet_demo_gift WHERE site_id = $1 AND posted_seq IS NULL ORDER BY account, serial',
    [site],
  );
  const failed: unknown[] = [];
  for (const gift of rows) await payOne(context, site, gift).catch((error: unknown) => failed.push(error));
  // Each tried: what one cannot be paid holds up nobody else's.
  if (failed.length > 0) throw failed[0];
}

async function payOne(context: AppContext, site: number, gift: Gift): Promise<void> {
  const { known } = await context.engine.query<{ known: boolean }>(site, 'account', gift.account);
  // Opened within seconds; its gift follows then.
  if (!known) return;
  const seq = (await postedAt(context, site, gift)) ?? (await post(context, site, gift));
  await context.pool.query('UPDATE wallet_demo_gift SET posted_seq = $4 WHERE site_id = $1 AND account = $2 AND serial = $3', [
    site,
    gift.account,
    gift.serial,
    seq,
  ]);
}

/** The gift's number within its posting: 0 is what the demo's own members got. */
const refOf = ({ serial }: Gift) => serial + 1;

/** The engine forgets request keys after a day: what was paid before is read from the ledger itself. */
async function postedAt({ pool, projections, engine }: AppContext, site: number, gift: Gift): Promise<number | undefined> {
  if (!(await projections.waitFor(site, appliedSeq(engine, site), PROJECTION_WAIT_MS))) throw new EngineBusy('projection behind');
  const { rows } = await pool.query<{ seq: number }>(
    `SELECT seq FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND reason = $3 AND ref = $4 AND debit = $5 AND ${IS_RARE} LIMIT 1`,
    [site, gift.account, PostingReason.DemoFunding, refOf(gift), promo],
  );
  return rows[0]?.seq;
}

async function post({ engine }: AppContext, site: number, gift: Gift): Promise<number> {
  const record = encodeTransfer({
    debit: promo,
    credit: futuresWallet(gift.account),
    amount: gift.amount,
    reason: PostingReason.DemoFunding,
    ref: refOf(gift),
  });
  stampRequestKey(record, { site, member: 0, requestKey: `demo-gift|${gift.account}|${gift.serial}` });
  const { events, seq } = await engine.submit(site, record);
  if (events[0] === EventKind.CommandRejected)
    throw new Error(`demo money was refused: ${rejections.get(events[CommandRejected.code])?.name ?? events[CommandRejected.code]}`);
  return events[0] === EventKind.RequestRepeated ? events[RequestRepeated.firstSeq] : seq;
}
