// What a member is told when a limit of its own has been reached.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { tellMember } from './tell-member.ts';

export async function tellLossStop(context: AppContext, site: number, member: number, limit: number, until: Date): Promise<void> {
  const figure = formatDecimal(limit, USDT_DECIMALS, true);
  await tellMember(context, site, member, 'TRADE', (time) => ({
    title: { ko: '오늘 정한 손실 한도에 닿았어요', en: 'Your loss limit of the day is reached' },
    content: {
      ko: `스스로 정한 하루 손실 한도 ${figure} USDT에 닿아서 새로 여는 주문을 멈추고 거두었어요. 줄이거나 닫는 주문은 그대로 할 수 있어요. ${time(until)}에 다시 열려요.`,
      en: `You reached the ${figure} USDT a day that you allow yourself to lose. Orders that open positions are refused and were cancelled; reducing and closing still works. New ones are possible from ${time(until)}.`,
    },
    link: '/myinfo/profile',
  }));
}
