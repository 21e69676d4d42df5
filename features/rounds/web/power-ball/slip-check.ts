// Why a slip cannot be handed in right now, in words: closed, paused, too little money, an amount outside its bounds.
import { useCall } from '@maru/kit/web/query.ts';
import { myWallets } from '@maru/wallet/contract.ts';
import { pointMath } from '../bet-figures.ts';
import type { PowerBallView } from './power-ball-view.ts';

export interface SlipCheck {
  isOpen: boolean;
  available: string | undefined;
  isShort: boolean;
  reason: string | undefined;
  closedWords: string;
  waitWords: string;
  /** The most that one more pick may have. */
  mostFor(code: string | undefined): string;
}

export function useSlipCheck({ slip, option, betting, bets, now, t }: PowerBallView): SlipCheck {
  const math = pointMath(option);
  const { data } = useCall(myWallets, { staleMs: 60_000 });
  const available = data?.BINARY?.point;
  const isPaused = option.state === 'PAUSED' || !option.isPlay;
  const isOpen = !isPaused && betting !== undefined && now >= Date.parse(betting.betOpenAt) && now < Date.parse(betting.betCloseAt);
  const staked = bets.open
    .filter(({ tradeRoundId }) => tradeRoundId === betting?.tradeRoundId)
    .reduce((sum, bet) => sum + math.units(bet.point), 0n);
  const [least, most] = [math.units(option.minPoint), math.units(option.maxPoint)];
  const isOutside = slip.picks.some(({ point }) => math.units(point) < least || math.units(point) > most);
  const isShort = available !== undefined && slip.total > math.units(available);
  const isOver = staked + slip.total > math.units(option.maxRoundPoint);
  const reason = isPaused
    ? t('pb.paused')
    : isOutside
      ? t('slip.outside')
      : isShort
        ? t('slip.short')
        : isOver
          ? t('slip.roundMost', { max: math.shown(option.maxRoundPoint) })
          : undefined;
  const wait = betting === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(betting.endAt) - now) / 1000));
  const mostFor = (code: string | undefined) => {
    const others = slip.picks.reduce((sum, pick) => (pick.code === code ? sum : sum + math.units(pick.point)), 0n);
    const spaces = [
      most,
      math.units(option.maxRoundPoint) - staked - others,
      ...(available === undefined ? [] : [math.units(available) - others]),
    ];
    const space = spaces.reduce((a, b) => (a < b ? a : b));
    return math.text(space < least ? least : space);
  };
  return {
    isOpen,
    available,
    isShort,
    reason,
    closedWords: t(isPaused ? 'pb.paused' : 'slip.closed'),
    waitWords: isPaused ? '' : t('slip.closed.line', { s: wait }),
    mostFor,
  };
}
