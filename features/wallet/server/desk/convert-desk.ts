// Operators set what conversions of a coin cost, allow and risk, and pause them, each change in the log; what risks more a second person agrees to.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, type AskedRequest, type LiveValues, type Writer } from '@maru/operator/contract.ts';
import { changeConvertTerms, listConvertTerms, openConversion, pauseConversion } from '../../convert-admin-contract.ts';
import { coinsOf, type CoinTerms, termsOfCoins } from '../convert/convert-coins.ts';
import { lockCoin, presentCoin, readTerms, risksMore, saidTerms, type Terms, writePause, writeTerms } from './convert-terms.ts';

const RIGHT = 'ledger.convert';
const TERMS = 'wallet.convert-terms';
const OPENING = 'wallet.convert-opening';
const target = (walletType: string) => `convert:${walletType}`;

const listHandler = handleOperator(listConvertTerms, async (context, { site }) => {
  const rows = await termsOfCoins(context.pool, site.id);
  const coins = coinsOf(site).flatMap((coin) => {
    const row = rows.find(({ asset }) => asset === coin.asset);
    return row === undefined ? [] : [presentCoin(context, site, coin, row)];
  });
  return { data: await Promise.all(coins) };
});

const changeHandler = handleOperator(changeConvertTerms, async (context, call, audit) => {
  const { site, body } = call;
  const { walletType, reason } = body;
  const requestId = await inTransaction(context.pool, async (client) => {
    const { coin, row } = await lockCoin(client, site, walletType);
    const terms = readTerms(body, row);
    const [before, after] = [saidTerms(row), saidTerms(terms)];
    if (JSON.stringify(before) === JSON.stringify(after)) throw new Refusal('CONVERT_SAME');
    if (risksMore(row, terms))
      return context.services.use(approvals).ask(call, client, {
        kind: TERMS,
        site: site.id,
        target: target(walletType),
        summary: { ko: `${walletType} 전환 조건 바꾸기`, en: `Change the terms of converting ${walletType}` },
        payload: { walletType, terms },
        before,
        after,
        reason,
      });
    await writeTerms(client, site.id, coin.asset, terms);
    await audit({ target: target(walletType), before, after, reason }, client);
    return undefined;
  });
  return answer(context, call, walletType, requestId);
});

const pauseHandler = handleOperator(pauseConversion, async (context, call, audit) => {
  const { site, body } = call;
  const { walletType, why, reason } = body;
  await inTransaction(context.pool, async (client) => {
    const { coin, row } = await lockCoin(client, site, walletType);
    if (row.paused === why) throw new Refusal('CONVERT_SAME');
    await writePause(client, site.id, coin.asset, why);
    await audit({ target: target(walletType), before: { paused: row.paused }, after: { paused: why }, reason }, client);
  });
  return answer(context, call, walletType, undefined);
});

const openHandler = handleOperator(openConversion, async (context, call) => {
  const { site, body } = call;
  const { walletType, reason } = body;
  const requestId = await inTransaction(context.pool, async (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: OPENING,
      site: site.id,
      target: target(walletType),
      summary: { ko: `${walletType} 전환 다시 열기`, en: `Open conversions of ${walletType} again` },
      payload: { walletType },
      ...openingOf((await lockCoin(client, site, walletType)).row),
      reason,
    }),
  );
  return answer(context, call, walletType, requestId);
});

export const convertDeskRoutes = [listHandler, changeHandler, pauseHandler, openHandler];

async function answer(context: AppContext, { site }: Pick<Call, 'site'>, walletType: string, requestId: number | undefined) {
  if (requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId });
  const { coin, row } = await lockCoin(context.pool, site, walletType);
  return { data: await presentCoin(context, site, coin, row) };
}

function openingOf({ paused }: CoinTerms): LiveValues {
  if (paused === null) throw new Refusal('CONVERT_SAME');
  return { before: { paused }, after: { paused: null } };
}

/** The one whose request it is: gone, there is nothing to convert any more. */
function siteOf({ sites }: Pick<AppContext, 'sites'>, id: number): SiteConfig {
  const site = sites.byId(id);
  if (site === undefined) throw new Refusal('CONVERT_COIN_UNKNOWN', { field: 'walletType' });
  return site;
}

interface AskedTerms {
  walletType: string;
  terms: Terms;
}

async function liveTerms(context: AppContext, sql: Writer, { site, payload }: AskedRequest): Promise<LiveValues> {
  const { walletType, terms } = payload as AskedTerms;
  const { row } = await lockCoin(sql, siteOf(context, site), walletType);
  return { before: saidTerms(row), after: saidTerms(terms) };
}

export function registerConvertApprovals({ services }: AppContext): void {
  const requests = services.find(approvals);
  requests?.register<AppContext>({
    kind: TERMS,
    name: { ko: '전환 조건 넓히기', en: 'Wider terms of conversion' },
    right: RIGHT,
    live: liveTerms,
    async apply(context, sql, { site, payload }) {
      const { walletType, terms } = payload as AskedTerms;
      const { coin } = await lockCoin(sql, siteOf(context, site), walletType);
      await writeTerms(sql, site, coin.asset, terms);
    },
  });
  requests?.register<AppContext>({
    kind: OPENING,
    name: { ko: '코인 전환 다시 열기', en: 'Opening conversions again' },
    right: RIGHT,
    async live(context, sql, { site, payload }) {
      const { walletType } = payload as Pick<AskedTerms, 'walletType'>;
      return openingOf((await lockCoin(sql, siteOf(context, site), walletType)).row);
    },
    async apply(context, sql, { site, payload }) {
      const { walletType } = payload as Pick<AskedTerms, 'walletType'>;
      const { coin } = await lockCoin(sql, siteOf(context, site), walletType);
      await writePause(sql, site, coin.asset, null);
    },
  });
}
