// Operators set a coin's terms and pause it, each change in the log; what protects less, and what opens again, a second person agrees to.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals, desk, type LiveValues } from '@maru/operator/contract.ts';
import { changeDeskCoin, type CoinWay, listDeskCoins, openDeskCoin, pauseDeskCoin } from '../../coin-admin-contract.ts';
import type { CoinRow } from '../coin-rows.ts';
import { canPayOn } from '../coin-rows.ts';
import { changeGuarded, type Guarded, registerGuarded } from './guarded.ts';
import {
  coinRows,
  lockCoin,
  pauseOf,
  presentCoin,
  protectsLess,
  readTerms,
  saidTerms,
  type Terms,
  writePause,
  writeTerms,
} from './coin-terms.ts';

const RIGHT = 'custody.write';
const OPENING = 'custody.opening';
const NOTE = 'custody-coins';

const listHandler = handleOperator(listDeskCoins, async (context, { site }) => ({
  data: (await coinRows(context, site.id)).map((row) => presentCoin(site, row, context.config)),
}));

const termsGuard: Guarded<CoinRow, Terms> = {
  kind: 'custody.terms',
  name: { ko: '코인 조건 낮추기', en: 'Less protection of a coin' },
  note: NOTE,
  target: (walletType) => `coin:${walletType}`,
  summary: (walletType) => ({ ko: `${walletType} 조건 바꾸기`, en: `Change the terms of ${walletType}` }),
  lock: lockCoin,
  write: writeTerms,
  protectsLess,
  said: saidTerms,
};

const changeHandler = handleOperator(changeDeskCoin, async (context, call, audit) => {
  const { walletType, reason } = call.body;
  await changeGuarded(context, audit, termsGuard, { call, key: walletType, reason, read: (row) => readTerms(call.body, row) });
  return answer(context, call, walletType, undefined);
});

const pauseHandler = handleOperator(pauseDeskCoin, async (context, call, audit) => {
  const { site, body } = call;
  const { walletType, way, why, hours, reason } = body;
  await inTransaction(context.pool, async (client) => {
    const row = await lockCoin(client, site.id, walletType);
    // What was never opened is paused already, and its words say why.
    if (way === 'OUT' && !canPayOn(row.chain, context.config)) throw new Refusal('COIN_NOT_PAYING');
    const until = hours === undefined ? null : context.clock.now() + hours * HOUR_MS;
    await writePause(client, { site: site.id, walletType, way }, { why, until });
    const after = saidPause(way, { why, until: until === null ? null : new Date(until).toISOString() });
    await audit({ target: `coin:${walletType}`, before: saidPause(way, pauseOf(row, way)), after, reason }, client);
  });
  return answer(context, call, walletType, undefined);
});

const openHandler = handleOperator(openDeskCoin, async (context, call) => {
  const { site, body } = call;
  const { walletType, way, reason } = body;
  const requestId = await inTransaction(context.pool, async (client) =>
    context.services.use(approvals).ask(call, client, {
      kind: OPENING,
      site: site.id,
      target: `coin:${walletType}`,
      summary: {
        ko: `${walletType} ${way === 'IN' ? '입금' : '출금'} 다시 열기`,
        en: `Open ${way === 'IN' ? 'deposits' : 'withdrawals'} of ${walletType} again`,
      },
      payload: { walletType, way },
      ...openingOf(context, await lockCoin(client, site.id, walletType), way),
      reason,
    }),
  );
  return answer(context, call, walletType, requestId);
});

export const coinDeskRoutes = [listHandler, changeHandler, pauseHandler, openHandler];

async function answer(context: AppContext, { site }: Pick<Call, 'site'>, walletType: string, requestId: number | undefined) {
  if (requestId !== undefined) throw new Refusal('APPROVAL_REQUIRED', { requestId });
  tellChanged(context, site.id);
  const row = (await coinRows(context, site.id)).find((each) => each.walletType === walletType) as CoinRow;
  return { data: presentCoin(site, row, context.config) };
}

const tellChanged = ({ services }: AppContext, site: number): void => services.find(desk)?.tell(site, { type: 'CHANGED', kind: NOTE });

type SaidPause = ReturnType<typeof pauseOf>;
const saidPause = (way: CoinWay, pause: SaidPause) =>
  way === 'IN'
    ? { inPause: pause?.why ?? null, inUntil: pause?.until ?? null }
    : { outPause: pause?.why ?? null, outUntil: pause?.until ?? null };

function openingOf({ config }: Pick<AppContext, 'config'>, row: CoinRow, way: CoinWay): LiveValues {
  const pause = pauseOf(row, way);
  if (pause === null) throw new Refusal('COIN_SAME');
  if (way === 'OUT' && !canPayOn(row.chain, config)) throw new Refusal('COIN_NOT_PAYING');
  return { before: saidPause(way, pause), after: saidPause(way, null) };
}

interface AskedOpening {
  walletType: string;
  way: CoinWay;
}

export function registerCoinApprovals(context: AppContext): void {
  registerGuarded(context, termsGuard);
  context.services.find(approvals)?.register<AppContext>({
    kind: OPENING,
    name: { ko: '코인 다시 열기', en: 'Opening a coin again' },
    right: RIGHT,
    async live(context, sql, { site, payload }) {
      const { walletType, way } = payload as AskedOpening;
      return openingOf(context, await lockCoin(sql, site, walletType), way);
    },
    async apply(_context, sql, { site, payload }) {
      const { walletType, way } = payload as AskedOpening;
      await writePause(sql, { site, walletType, way }, null);
    },
    after: async (context, { site }) => tellChanged(context, site),
  });
}
