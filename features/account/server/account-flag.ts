// One of the engine's flags of an account, put up or taken down: the engine judges by it, whatever door an order or a bet comes through.
import { CommandKind, encodeCommand } from '@maru/engine/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

/** `flag` of AccountFlag; the others stay as they are. */
export async function setAccountFlag(
  { engine }: Pick<AppContext, 'engine'>,
  { site, account }: { site: number; account: number },
  flag: number,
  isOn: boolean,
): Promise<void> {
  const { flags } = await engine.query<{ flags: number }>(site, 'riskOf', account);
  const wanted = isOn ? flags | flag : flags & ~flag;
  if (wanted === flags) return;
  const head = { time: 0, account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
  await engine.submit(site, encodeCommand({ ...head, kind: CommandKind.SetAccountFlags, flags: wanted }));
}
