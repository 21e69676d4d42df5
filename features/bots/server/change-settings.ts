// Leverage, margin type, position mode, isolated margin, and the switches that are the same for everyone here.
import { cancelAllAfter, changeMargin, getPositionMode, setLeverage, setMarginType, setPositionMode } from '@maru/futures/contract.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { FapiFault, faults } from './fapi-fault.ts';
import { symbolIdOf } from './find-order.ts';
import { positionsOf, settingOf } from './read-account.ts';

const done = { code: 200, msg: 'success' };

async function leverage(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  const wanted = ask.params.whole('leverage');
  if (wanted === undefined) throw faults.missing('leverage');
  if (wanted < 1 || wanted > 200) throw new FapiFault(-4028, `Leverage ${wanted} is not valid`);
  const changed = await dataOf(ask.call(setLeverage, { body: { futuresOptionId, leverage: wanted } }));
  const { maxNotional } = await settingOf(ask, futuresOptionId);
  return { symbol: ask.params.must('symbol').toUpperCase(), leverage: changed.leverage, maxNotionalValue: maxNotional };
}

async function marginType(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  const wanted = ask.params.oneOf('marginType', ['CROSSED', 'ISOLATED'], -1128, 'Combination of optional parameters invalid.');
  if (wanted === undefined) throw faults.missing('marginType');
  await ask.call(setMarginType, { body: { futuresOptionId, marginType: wanted } });
  return done;
}

async function positionMode(ask: MemberAsk): Promise<unknown> {
  const isDual = ask.params.flag('dualSidePosition');
  if (isDual === undefined) throw faults.missing('dualSidePosition');
  await ask.call(setPositionMode, { body: { mode: isDual ? 'HEDGE' : 'ONE_WAY' } });
  return done;
}

async function readMode(ask: MemberAsk): Promise<unknown> {
  return { dualSidePosition: (await dataOf(ask.call(getPositionMode))).mode === 'HEDGE' };
}

async function positionMargin(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  const amount = ask.params.mustDecimal('amount');
  const type = ask.params.whole('type', 1, 2);
  if (type === undefined) throw faults.missing('type');
  const side = ask.params.text('positionSide')?.toUpperCase();
  const position = (await positionsOf(ask, futuresOptionId)).find((p) => side === undefined || p.positionSide === side);
  if (position === undefined) throw new FapiFault(-4054, 'Cannot add position margin: position is 0.');
  await ask.call(changeMargin, { body: { futuresPositionId: position.futuresPositionId, amount, type } });
  return { amount: Number(amount), code: 200, msg: 'Successfully modify position margin.', type };
}

async function multiAssets(ask: MemberAsk): Promise<unknown> {
  if (ask.params.flag('multiAssetsMargin') === true) throw faults.notSupported('Multi-assets margin');
  throw new FapiFault(-4171, 'No need to change the multi-assets mode.');
}

async function feeBurn(ask: MemberAsk): Promise<unknown> {
  const isOn = ask.params.flag('feeBurn');
  if (isOn === undefined) throw faults.missing('feeBurn');
  if (isOn) throw faults.notSupported('Fee burn');
  return done;
}

async function countdown(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = symbolIdOf(ask);
  const countdownTime = ask.params.whole('countdownTime', 0, DAY_MS);
  if (countdownTime === undefined) throw faults.missing('countdownTime');
  await ask.call(cancelAllAfter, { body: { futuresOptionId, countdownTime } });
  return { symbol: ask.params.must('symbol').toUpperCase(), countdownTime: String(countdownTime) };
}

export const settingEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/fapi/v1/leverage', weight: 1, security: 'TRADE', run: leverage },
  { method: 'POST', path: '/fapi/v1/marginType', weight: 1, security: 'TRADE', run: marginType },
  { method: 'POST', path: '/fapi/v1/positionSide/dual', weight: 1, security: 'TRADE', run: positionMode },
  { method: 'GET', path: '/fapi/v1/positionSide/dual', weight: 30, security: 'READ', run: readMode },
  { method: 'POST', path: '/fapi/v1/positionMargin', weight: 1, security: 'TRADE', run: positionMargin },
  { method: 'GET', path: '/fapi/v1/multiAssetsMargin', weight: 30, security: 'READ', run: async () => ({ multiAssetsMargin: false }) },
  { method: 'POST', path: '/fapi/v1/multiAssetsMargin', weight: 1, security: 'TRADE', run: multiAssets },
  { method: 'GET', path: '/fapi/v1/feeBurn', weight: 30, security: 'READ', run: async () => ({ feeBurn: false }) },
  { method: 'POST', path: '/fapi/v1/feeBurn', weight: 1, security: 'TRADE', run: feeBurn },
  { method: 'POST', path: '/fapi/v1/countdownCancelAll', weight: 10, security: 'TRADE', run: countdown },
];
