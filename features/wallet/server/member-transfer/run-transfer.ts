// A taken transfer as the one command that it becomes, under its own number, and what came of it, whoever asks and however often.
import { rejections, type RejectName } from '@maru/engine/reject.ts';
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { requestKeyWords, stampRequestKey } from '@maru/kit/server/request-key.ts';
import { noteDone, noteRefused, type TransferRow } from './transfer-rows.ts';

export type Ran = { seq: number; events: Float64Array } | { fault: RejectName };

/** The transfer's, and of nobody's request: whoever sends it, it is done once. */
const keyOf = ({ site, account, id }: TransferRow) => ({
  site,
  member: account,
  requestKey: undefined,
  ownName: `memberTransfer|${id}`,
});

/** Sends it. Past its end the engine refuses it; before, it answers the first time's: so a second sending finds out what came of the first. */
export async function runTransfer({ engine, pool }: Pick<AppContext, 'engine' | 'pool'>, transfer: TransferRow): Promise<Ran> {
  const { id, site, account, payee, asset, amount, untilMs } = transfer;
  const until = untilMs as number;
  const record = encodeFields(account, -1, { kind: CommandKind.TransferToMember, transfer: id, payee, asset, amount, until });
  stampRequestKey(record, keyOf(transfer));
  const { events } = await engine.submit(site, record);
  if (events[0] === EventKind.CommandRejected) {
    const fault = rejections.get(events[EventWord.CommandRejected.code])?.name;
    if (fault === undefined) throw new Error(`the engine rejected transfer ${id} with an unknown code`);
    await noteRefused(pool, id, fault);
    return { fault };
  }
  const isRepeated = events[0] === EventKind.RequestRepeated;
  const seq = isRepeated ? events[EventWord.RequestRepeated.firstSeq] : events[EventHeadWord.seq];
  await noteDone(pool, id, seq);
  return { seq, events };
}

/** The sequence under which it was done; 0: the engine knows of none. */
export async function wasRun({ engine }: Pick<AppContext, 'engine'>, transfer: TransferRow): Promise<number> {
  const words = requestKeyWords(keyOf(transfer)) as [number, number];
  return engine.query<number>(transfer.site, 'request', transfer.account, ...words);
}
