// A dead man's switch: unless this is asked again in time, all open orders (of the symbol) are cancelled.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { cancelAllAfter } from '../contract.ts';
import { isoText } from './decimal-text.ts';
import { readEngine } from './engine-views.ts';
import { requestedSymbol } from './site-symbols.ts';
import { memberOf, repeatedOf, submitCommand } from './submit.ts';

const { CancelAfterSet } = EventWord;

export const cancelAllAfterHandler = handle(cancelAllAfter, async (context, call) => {
  const { site, body } = call;
  const { account } = memberOf(call);
  const symbol = body.futuresOptionId === undefined ? undefined : requestedSymbol(site, body.futuresOptionId);
  const { countdownTime } = body;
  const command = encodeFields(account, symbol?.symbol ?? -1, { kind: CommandKind.SetCancelAfter, countdownMs: countdownTime });
  const reply = await submitCommand(context, call, command, symbol);
  const repeated = repeatedOf(reply.events);
  const until = repeated === undefined ? untilOf(reply.events) : await standing(context, site.id, account, symbol?.symbol ?? -1);
  return { data: { countdownTime, cancelAt: until > 0 ? isoText(until) : null }, sequence: repeated?.firstSeq ?? reply.seq };
});

function untilOf(e: Float64Array): number {
  for (let i = 0; i < e.length; i += EVENT_WORDS) if (e[i] === EventKind.CancelAfterSet) return e[i + CancelAfterSet.until];
  return 0;
}

async function standing(
  context: Parameters<typeof readEngine.cancelAfter>[0],
  site: number,
  account: number,
  symbol: number,
): Promise<number> {
  const watches = await readEngine.cancelAfter(context, site, account);
  return watches.find((watch) => watch.symbol === symbol)?.until ?? 0;
}
