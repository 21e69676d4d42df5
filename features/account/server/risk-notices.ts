// Positions in danger, told also to whoever is not here: at most once an hour for the same symbol while it lasts.
import { EVENT_WORDS, EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { MemberNotice } from '../member-choices.ts';
import { tellMember } from './tell-member.ts';

const Head = EventHeadWord;

const AGAIN_MS = 3_600_000;
const MOST_REMEMBERED = 10_000;

export function startRiskNotices(context: AppContext): void {
  const told = new Map<string, number>();
  context.engine.onBatch(({ site, events }: EventBatch) => {
    for (let at = 0; at < events.length; at += EVENT_WORDS) {
      const kind = events[at];
      if (kind !== EventKind.MarginWarned && kind !== EventKind.LiquidationStarted) continue;
      const [account, symbol] = [events[at + Head.account], events[at + Head.symbol]];
      const key = `${site} ${account} ${symbol} ${kind}`;
      const now = context.clock.now();
      if ((told.get(key) ?? -AGAIN_MS) + AGAIN_MS > now) continue;
      told.delete(key);
      told.set(key, now);
      for (const oldest of told.keys()) if (told.size > MOST_REMEMBERED) told.delete(oldest);
      const member = context.services.use(memberDirectory).memberOf(site, account);
      if (member !== undefined) void tellMember(context, site, member, 'RISK', wordsOf(context, site, symbol, kind));
    }
  });
}

function wordsOf({ sites }: AppContext, site: number, symbol: number, kind: number): MemberNotice {
  const code = sites.byId(site)?.symbols[symbol]?.split(':')[1]?.replace('USDT', '') ?? '';
  const what = { ko: code === '' ? '교차 포지션' : `${code} 포지션`, en: code === '' ? 'Your cross positions' : `Your ${code} position` };
  const link = '/future';
  if (kind === EventKind.LiquidationStarted) {
    return {
      title: { ko: `${what.ko}이 청산되고 있어요`, en: `${what.en}: liquidation has begun` },
      content: {
        ko: '증거금이 유지 증거금에 닿았어요. 거래 화면에서 남은 포지션을 살펴 주세요.',
        en: 'Margin has reached the maintenance margin. Please look at what is left on the trading screen.',
      },
      link,
    };
  }
  return {
    title: { ko: `${what.ko}이 청산에 가까워졌어요`, en: `${what.en}: close to liquidation` },
    content: {
      ko: '증거금을 더하거나 포지션을 줄이면 청산을 피할 수 있어요.',
      en: 'Adding margin or reducing the position keeps it from being liquidated.',
    },
    link,
  };
}
