// What happens to a member without an order of its own behind it: which orders are the engine's, and warnings in words.
import { EventHeadWord, EventKind, EventWord, FillRole, LiquidationStage } from '@maru/engine/wire/event.ts';
import { ORIGIN_SHIFT } from '@maru/engine/wire/order-terms.ts';
import { OrderType } from '@maru/engine/wire/command.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { figureText } from '@maru/kit/server/i18n.ts';
import { futuresErrors } from '../errors.ts';
import { priceText, quantityText } from './decimal-text.ts';
import type { EventRef } from './live-events.ts';
import { symbolAt } from './site-symbols.ts';

const Head = EventHeadWord;
const { Deleveraged, LiquidationStep, OrderFilled, OrderPlaced, ReverseCut, TpslRefused } = EventWord;

/**
 * Orders by which the engine liquidates, deleverages, nets or settles: told by what they do to the position, not as orders of the
 * member. A conditional order that fires beside a liquidation is the member's own.
 */
export function engineOrdersOf(refs: readonly EventRef[]): ReadonlySet<number> {
  const own = new Set<number>();
  let liquidatingSeq = -1;
  for (const { words: e, at: i } of refs) {
    if (e[i] === EventKind.LiquidationStarted) liquidatingSeq = e[i + Head.seq];
    else if (e[i] === EventKind.OrderFilled && e[i + OrderFilled.role] >= FillRole.Liquidation) own.add(e[i + OrderFilled.orderId]);
    else if (e[i] === EventKind.OrderPlaced && e[i + Head.seq] === liquidatingSeq && ((e[i + OrderPlaced.flags] >> ORIGIN_SHIFT) & 7) === 0)
      own.add(e[i + OrderPlaced.orderId]);
  }
  return own;
}

interface Words {
  ko: string;
  en: string;
}

/**
 * The warning for an event that nobody asked for, in the site's first language; undefined for all others. `open`: positions that
 * stand now; one that is gone has been told by POSITION_LIQUID.
 */
export function noticeOf(site: SiteConfig, { words: e, at: i }: EventRef, open: ReadonlySet<number>): string | undefined {
  if (e[i] === EventKind.LiquidationStep && !open.has(e[i + LiquidationStep.positionId])) return undefined;
  const words = wordsOf(site, e, i);
  return words?.[site.languages[0] ?? 'ko'];
}

/** An alert rather than a toast: a position stands without the exit that its member asked for. */
export const needsAct = ({ words: e, at: i }: EventRef): boolean => e[i] === EventKind.TpslRefused;

function wordsOf(site: SiteConfig, e: Float64Array, i: number): Words | undefined {
  switch (e[i]) {
    case EventKind.TpslRefused:
      return tpslRefused(site, e, i);
    case EventKind.ReverseCut:
      return {
        ko: `포지션은 닫았지만 반대 포지션은 열지 못했어요. ${reasonOf(e[i + ReverseCut.code]).ko}`,
        en: `The position was closed, but the other side could not be opened. ${reasonOf(e[i + ReverseCut.code]).en}`,
      };
    case EventKind.Deleveraged: {
      const symbol = symbolAt(site, e[i + Head.symbol]);
      const [size, price] = [
        `${figureText(quantityText(symbol, e[i + Deleveraged.lots]))} ${symbol.data.base}`,
        figureText(priceText(symbol, e[i + Deleveraged.price])),
      ];
      return {
        ko: `자동 감축으로 ${size} 포지션을 ${price} USDT에 정리했어요.`,
        en: `Auto-deleveraging closed ${size} at ${price} USDT.`,
      };
    }
    case EventKind.LiquidationStep:
      return e[i + LiquidationStep.stage] === LiquidationStage.SteppedDown ? steppedDown(site, e, i) : undefined;
    default:
      return undefined;
  }
}

function tpslRefused(site: SiteConfig, e: Float64Array, i: number): Words {
  const [name, nameEn] = e[i + TpslRefused.type] === OrderType.TakeProfit ? ['익절', 'take-profit'] : ['손절', 'stop-loss'];
  const price = figureText(priceText(symbolAt(site, e[i + Head.symbol]), e[i + TpslRefused.stopPrice]));
  const reason = reasonOf(e[i + TpslRefused.code]);
  return {
    ko: `${price} USDT ${name} 주문을 걸지 못했어요. ${reason.ko}`,
    en: `The ${nameEn} at ${price} USDT could not be set. ${reason.en}`,
  };
}

function steppedDown(site: SiteConfig, e: Float64Array, i: number): Words {
  const symbol = symbolAt(site, e[i + Head.symbol]);
  const size = `${figureText(quantityText(symbol, e[i + LiquidationStep.lots]))} ${symbol.data.base}`;
  return {
    ko: `증거금이 부족해 포지션을 ${size}만큼 먼저 정리했어요. 남은 포지션을 확인해 주세요.`,
    en: `For want of margin ${size} was closed first. Please check what is left of the position.`,
  };
}

/** The catalogue's text; figures are not told here, so sentences that need them fall back to the code. */
function reasonOf(code: number): Words {
  const name = rejections.get(code)?.name ?? '';
  const entry = (futuresErrors as Record<string, Words>)[name];
  if (entry === undefined || entry.ko.includes('{')) return { ko: `(${name})`, en: `(${name})` };
  return { ko: entry.ko, en: entry.en };
}
