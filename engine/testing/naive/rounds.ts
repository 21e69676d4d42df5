// The naive engine's rounds, draws and slot.
import type { Command } from '../../command.ts';
import type { Naive } from './model.ts';

export function performRound(_s: Naive, c: Command): number {
  throw new Error(`command ${c.kind} is not known here`);
}
