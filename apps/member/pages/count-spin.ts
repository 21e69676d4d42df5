// What a spin cost counts into the member's own limits, which are account's.
import { getOwnLimits } from '@maru/account/contract.ts';
import { addAmounts } from '@maru/kit/web/inputs/decimal-text.ts';
import { patchCall } from '@maru/kit/web/query.ts';
import type { SlotSpin } from '@maru/slot/contract.ts';

export function countSpin({ profit, point }: SlotSpin): void {
  const cost: Record<string, string> = { GAME_LOSS: profit, GAME_STAKE: point };
  patchCall(getOwnLimits, undefined, (old) => ({
    ...old,
    content: old.content.map((row) =>
      row.used !== null && row.kind in cost ? { ...row, used: addAmounts(row.used, cost[row.kind]) } : row,
    ),
  }));
}
