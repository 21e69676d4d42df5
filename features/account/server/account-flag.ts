// One of the engine's flags of an account, put up or taken down: the engine judges by it, whatever way an order or a bet comes through.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

/** `flag` of AccountFlag; the others stay as they are, also those that change in the same moment. */
export async function setAccountFlag(
  { engine }: Pick<AppContext, 'engine'>,
  { site, account }: { site: number; account: number },
  flag: number,
  isOn: boolean,
): Promise<void> {
  const { flags } = await engine.query<{ flags: number }>(site, 'riskOf', account);
  if (((flags & flag) !== 0) === isOn) return;
  await engine.submit(site, encodeFields(account, -1, { kind: CommandKind.SetAccountFlags, flags: isOn ? flag : 0, only: flag }));
}
