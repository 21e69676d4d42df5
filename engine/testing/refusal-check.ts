// A command is refused only by what engine/refusals.ts lists for its kind: asked of every command that scenarios and simulations send.
import type { CommandKind } from '../wire/command.ts';
import { refusalsByCommand } from '../refusals.ts';
import { Reject, rejections } from '../reject.ts';

/** `code` 0: accepted. */
export function checkRefusal(kind: CommandKind, code: number): string[] {
  const name = rejections.get(code)?.name;
  if (code === 0 || code === Reject.REQUEST_REUSED) return [];
  if (name !== undefined && refusalsByCommand[kind].includes(name)) return [];
  return [`command kind ${kind} was refused with ${name ?? code}, which engine/refusals.ts does not list for it`];
}
