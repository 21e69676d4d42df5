// What will be sent, in one line: its kind, its prices, the exits that it brings.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { futuresTexts } from './futures-texts.ts';
import { type TicketFields, twapSeconds } from './order-fields.ts';
import { type TicketInput, ticketTypeOf, ticketTypeText } from './ticket-type-table.ts';
import { tpslTexts } from './tpsl-texts.ts';
import { runningTime } from './twap-words.ts';

const at = (name: string, price: string) => (price === '' ? [] : [`${name} ${figure(price)}`]);
const t = textOf(futuresTexts);

const wordsOf: Readonly<Record<TicketInput, (fields: TicketFields) => readonly string[]>> = {
  stop: (fields) => at(t('ticket.stop'), fields.stopPrice),
  price: (fields) => at(t('ticket.price'), fields.price),
  marketPrice: () => [],
  scale: (fields) => [`${figure(fields.scaleFrom)} ~ ${figure(fields.scaleTo)}`],
  trailing: (fields) => [`${fields.callbackRate}%`],
  twap: (fields) => [runningTime(twapSeconds(fields)), ...at(t('ticket.twapLimit'), fields.twapLimit)],
};

export function termsLine(fields: TicketFields): string {
  const x = textOf(tpslTexts);
  const { type } = fields;
  return [
    t(ticketTypeText(type)),
    ...ticketTypeOf[type].inputs.flatMap((input) => wordsOf[input](fields)),
    ...(fields.hasTpsl ? [...at(x('tpsl.takeProfit'), fields.takeProfit), ...at(x('tpsl.stopLoss'), fields.stopLoss)] : []),
  ].join(' · ');
}
