// Wallets of nobody, for the site editor's preview: what its site has switched on, filled with figures that agree with each other.
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import type { Sample } from '@maru/kit/web/sample-answers.ts';
import { type DnwEntry, type Equity, getConversion, listDnw, myWallets, type Wallet, walletEquity } from '../contract.ts';
import { walletTypesOf } from '../wallet-kinds.ts';
import { type CrossAccount, futuresCross } from '../futures-account-contract.ts';
import { fromMicro, toMicro, totalUsdt, withAccount } from './live-wallets.ts';

interface SampleSite {
  usedCoins: readonly string[];
  binaryCurrency: string;
}

const account: CrossAccount = {
  playerPoint: '12400.000000',
  markPnl: '184.200000',
  minusFundingFee: '-1.350000',
  point: '12582.850000',
  realPoint: '12582.850000',
  available: '10012.850000',
  withdrawable: '9828.650000',
  orderMargin: '420.000000',
  positionMargin: '2150.000000',
  isolatedWallets: '500.000000',
  maintenanceMargin: '86.400000',
  marginRatio: '0.69',
  positionMode: 'ONE_WAY',
  sequence: 0,
};

const held: Partial<Record<Wallet['type'], string>> = { USDT: '3250.5', BTC: '0.0412', ETH: '0.85', TRON_USDT: '640' };

function sampleWallets({ usedCoins, binaryCurrency }: SampleSite): Wallet[] {
  return walletTypesOf({})
    .filter((type) => type === 'FUTURES' || usedCoins.includes(type))
    .map((type) => {
      const currency = type === 'BINARY' ? binaryCurrency : type === 'FUTURES' || type.endsWith('_USDT') ? 'USDT' : type;
      const point = type === 'FUTURES' ? account.point : type === 'BINARY' ? (currency === 'KRW' ? '1250000' : '850') : (held[type] ?? '0');
      return {
        type,
        currency,
        point,
        gameWaitPoint: '0',
        ...(type === 'FUTURES' && { realPoint: account.realPoint, pnl: account.markPnl }),
      };
    });
}

/** A month that mostly rises, the same for everybody. */
function sampleEquity(nowMs: number, total: string): Equity {
  const end = toMicro(total);
  const days = Array.from({ length: 30 }, (_, i) => {
    const left = BigInt(30 - i);
    const swing = BigInt([0, 90, -60, 140, 20, -110, 70][i % 7]) * 1_000_000n;
    return {
      day: utcDayText(nowMs - (29 - i) * DAY_MS),
      equity: fromMicro(end - left * 38_000_000n + swing),
      profit: fromMicro(38_000_000n),
      games: '0.000000',
    };
  });
  return {
    time: new Date(nowMs).toISOString(),
    equity: total,
    without: [],
    today: { profit: '128.400000', ratio: '0.76' },
    week: { profit: '412.750000', ratio: '2.48' },
    month: { profit: '1140.000000', ratio: '7.17' },
    futuresBase: '12954.450000',
    days,
  };
}

const moves: readonly Pick<DnwEntry, 'type' | 'reason' | 'point' | 'symbol'>[] = [
  { type: 'C', reason: 'REALIZED_PNL', point: '96.420000', symbol: 'BINANCE:BTCUSDT' },
  { type: 'C', reason: 'FEE', point: '-3.180000', symbol: 'BINANCE:BTCUSDT' },
  { type: 'C', reason: 'FUNDING', point: '-1.350000', symbol: 'BINANCE:ETHUSDT' },
  { type: 'TI', reason: 'TRANSFER', point: '500.000000', symbol: null },
  { type: 'C', reason: 'REALIZED_PNL', point: '-24.900000', symbol: 'BINANCE:XRPUSDT' },
];

function sampleMoves(nowMs: number): DnwEntry[] {
  let balance = toMicro(account.playerPoint);
  return moves.map((move, i) => {
    const after = fromMicro(balance);
    balance -= toMicro(move.point);
    return {
      ...move,
      dnwHistoryId: moves.length - i,
      walletType: 'FUTURES',
      currency: 'USDT',
      status: 'DONE',
      balance: after,
      won: null,
      otherWalletType: move.type === 'TI' ? 'USDT' : null,
      sequence: 0,
      time: new Date(nowMs - i * 5_400_000).toISOString(),
    };
  });
}

export function walletSamples(site: SampleSite, now: () => number): Sample[] {
  const wallets = Object.fromEntries(sampleWallets(site).map((wallet) => [wallet.type, wallet]));
  return [
    { route: myWallets, answer: () => wallets },
    { route: futuresCross, answer: () => account },
    { route: walletEquity, answer: () => sampleEquity(now(), totalUsdt(withAccount(wallets, account))) },
    { route: getConversion, answer: () => null },
    {
      route: listDnw,
      answer: (query) => {
        const content = sampleMoves(now()).slice(0, Number(query.get('size') ?? 20));
        return { content, page: 0, size: content.length, totalElements: moves.length, next: null };
      },
    },
  ];
}
