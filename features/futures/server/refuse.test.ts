// Figures in refusals as a person writes them: with their coin, without idle zeros (rules 3.6).
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { unitsOf } from '@maru/engine/money/units.ts';
import { Reject, type RejectName } from '@maru/engine/reject.ts';
import type { ErrorEntry } from '@maru/kit/contract/errors.ts';
import { fillText } from '@maru/kit/server/i18n.ts';
import { expect, it } from 'vitest';
import { futuresErrors } from '../errors.ts';
import { refusalOf, unitOf } from './refuse.ts';
import type { SiteSymbol } from './site-symbols.ts';

const entries: Readonly<Record<string, ErrorEntry>> = futuresErrors;

function symbol(code: string): SiteSymbol {
  const data = symbolNamed(code);
  return { symbol: 0, futuresOptionId: 1, data, units: unitsOf(data.tickDecimals, data.lotDecimals) };
}

it.each(Object.entries(entries))('%s says what its figures count', (name, entry) => {
  const unit = unitOf(name as RejectName);
  // Of a balance it is the wallet's currency, which is not always USDT.
  const isNamed = unit === 'lots' || name === 'INSUFFICIENT_BALANCE';
  const coin = unit === undefined ? undefined : isNamed ? '{unit}' : 'USDT';
  for (const text of [entry.ko, entry.en])
    for (const [, said] of text.matchAll(/\{(?:limit|offered)\} ?(\{unit\}|USDT)?/g)) expect(said).toBe(coin);
});

it.each([
  ['QUANTITY_TOO_LARGE', 'BINANCE:BTCUSDT', 120_000, 130_000, '한 번에 120 BTC까지 주문할 수 있어요.', 'One order may be at most 120 BTC.'],
  ['QUANTITY_TOO_SMALL', 'BINANCE:XRPUSDT', 1, 0, '수량은 0.1 XRP 이상이어야 해요.', 'The quantity must be at least 0.1 XRP.'],
  [
    'INSUFFICIENT_BALANCE',
    'BINANCE:BTCUSDT',
    5_000_000,
    6_000_000,
    '잔액이 부족해요. 지금 쓸 수 있는 금액은 5 USDT예요.',
    'The balance is not enough: 5 USDT can be used.',
  ],
  [
    'NOTIONAL_TOO_SMALL',
    'BINANCE:BTCUSDT',
    5_000_000,
    4_999_999,
    '주문 금액은 5 USDT 이상이어야 해요.',
    'The order must be worth at least 5 USDT.',
  ],
  [
    'INSUFFICIENT_MARGIN',
    'BINANCE:BTCUSDT',
    1_500_000,
    2_000_001,
    '증거금이 부족해요. 2.000001 USDT가 필요한데 1.5 USDT를 쓸 수 있어요.',
    'The margin is not enough: 2.000001 USDT needed, 1.5 USDT available.',
  ],
  [
    'PRICE_TOO_HIGH',
    'BINANCE:BTCUSDT',
    6_000_050,
    6_000_051,
    '가격은 60,000.5 USDT 이하여야 해요.',
    'The price must be at most 60,000.5 USDT.',
  ],
  [
    'TOO_MANY_ORDERS',
    'BINANCE:BTCUSDT',
    200,
    201,
    '미체결 주문은 종목마다 200개까지예요.',
    'At most 200 open orders per symbol are possible.',
  ],
] as const)('%s of %s', (name, code, limit, offered, ko, en) => {
  const refusal = refusalOf(Reject[name], limit, offered, symbol(code));
  expect([fillText(entries[name].ko, refusal.data), fillText(entries[name].en, refusal.data)]).toEqual([ko, en]);
});

it.each([
  ['TAKE_PROFIT_WRONG_SIDE', 600_000_000, 5_700_000, '60000', '57000'],
  ['STOP_LOSS_WRONG_SIDE', 600_000_050, 6_100_000, '60000.005', '61000'],
  ['WOULD_TRIGGER_AT_ONCE', 600_000_000, 610_000_000, '60000', '61000'],
  ['INVALID_ACTIVATION_PRICE', 600_000_000, 500_000_000, '60000', '50000'],
  ['INVALID_CALLBACK_RATE', 10_000_000, 20_000_000, '10', '20'],
] as const)('%s tells its limit and what came each in its own unit', (name, limit, offered, told, came) => {
  expect(refusalOf(Reject[name], limit, offered, symbol('BINANCE:BTCUSDT')).data).toMatchObject({ limit: told, offered: came });
});
