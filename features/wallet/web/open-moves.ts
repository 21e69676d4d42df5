// What moved in the wallets and no answer of the member's own has told of, in whichever order answer and news come.
import { addAmounts } from '@maru/kit/web/inputs/decimal-text.ts';
import type { DnwEntry, Wallet, WalletType } from '../contract.ts';

const less = (a: string, b: string): string => addAmounts(a, b.startsWith('-') ? b.slice(1) : `-${b}`);

/** Without the open result, which moves with the mark: what postings made of a wallet. */
const settledOf = ({ type, point, realPoint, pnl }: Wallet): string => (type === 'FUTURES' ? less(realPoint ?? point, pnl ?? '0') : point);

/** Told again as the page knows it: that is how a socket begins. */
const isSame = (was: Wallet, now: Wallet) =>
  (['point', 'gameWaitPoint', 'pending', 'held', 'locked', 'owed'] as const).every((field) => was[field] === now[field]);

/** A wallet as it was told beside how the page knew it: by how much it moved; '' = nobody knows, undefined = not at all. */
export function movedBy(was: Wallet | undefined, now: Wallet): string | undefined {
  if (was === undefined) return '';
  const by = less(settledOf(now), settledOf(was));
  if (by !== '0') return by;
  return now.type === 'FUTURES' || isSame(was, now) ? undefined : '';
}

export class OpenMoves {
  /** By wallet: what was told less what was answered. */
  readonly #open = new Map<WalletType, string>();
  #isUnknown = false;

  told(type: WalletType, by: string): void {
    if (by === '') this.#isUnknown = true;
    else this.#open.set(type, addAmounts(this.#open.get(type) ?? '0', by));
  }

  answered(lines: readonly DnwEntry[]): void {
    for (const { walletType, point } of lines) this.#open.set(walletType, less(this.#open.get(walletType) ?? '0', point));
  }

  /** Something moved that is in no answer. */
  get isOpen(): boolean {
    return this.#isUnknown || [...this.#open.values()].some((by) => by !== '0');
  }

  clear(): void {
    this.#open.clear();
    this.#isUnknown = false;
  }
}
