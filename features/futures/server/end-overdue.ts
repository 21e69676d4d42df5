// An order whose date is over ends by the site's hand, and everyone who reads of it is told that its date was over.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { OrderEnd } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { EndOverdue } from '../contract.ts';
import { throwIfRejected } from './refuse.ts';

/** It carries no request key: an order's number is never used again, and one that has ended is refused. */
export function overdueEnder({ engine }: Pick<AppContext, 'engine'>): EndOverdue {
  return async (site, account, orderId) => {
    const command = encodeFields(account, -1, { kind: CommandKind.CancelOrder, orderId, end: OrderEnd.GoodTillDate });
    const { events, seq } = await engine.submit(site, command);
    try {
      throwIfRejected(events, undefined, seq);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'ORDER_UNKNOWN')) throw error;
    }
  };
}
