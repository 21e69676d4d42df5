// A member's spins, brought up to date by the answer of a spin; asked for only where it is not enough.
import { addAmounts } from '@maru/kit/web/inputs/decimal-text.ts';
import { foldNewest } from '@maru/kit/web/newest-pages.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { myWallets } from '@maru/wallet/contract.ts';
import { listSpins, type SlotSpin } from '../contract.ts';
import { foldSpin, type SpinList } from '../fold-spin.ts';

const fold = { dayOf: (ms: number) => dayOf(ms), add: addAmounts };

/** Answers whether it is news: one that a list already has was counted with it. */
export function takeSpin(spin: SlotSpin): boolean {
  // The wallets are told by the member's queue.
  if (socket.state.getState().status !== 'open') void refetch(myWallets);
  return foldNewest(listSpins, spin.time ?? '', (list: SpinList) => foldSpin(list, spin, fold));
}
