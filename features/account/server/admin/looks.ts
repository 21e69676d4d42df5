// Members that one person has been shown: whoever may look at any member does not walk through all of them, page by page or file by file.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { accountsOfPerson } from '@maru/operator/admin-contract.ts';

/** Different members within 24 hours, over lists and files, all accounts and sites of the person. */
export const SHOWN_A_DAY = 10_000;
const DAY_MS = 86_400_000;

export class MemberLooks {
  /** By operator: each member with the moment of its first look, oldest first. Of this run of the server alone. */
  readonly #shown = new Map<number, Map<number, number>>();

  /** Before they are shown. Throws LOOKS_SPENT, with nothing noted, where they would be more; who was shown today is shown again. */
  async note({ pool, services, clock }: AppContext, { session }: Pick<Call, 'session'>, members: readonly number[]): Promise<void> {
    const operator = (session as Session).member;
    const accounts = await services.use(accountsOfPerson)(pool, operator);
    const now = clock.now();
    const known = accounts.map((account) => this.#of(account, now));
    const fresh = members.filter((member) => !known.some((shown) => shown.has(member)));
    if (fresh.length === 0) return;
    const before = known.reduce((sum, shown) => sum + shown.size, 0);
    if (before + fresh.length > SHOWN_A_DAY) throw new Refusal('LOOKS_SPENT', { limit: SHOWN_A_DAY });
    const own = this.#of(operator, now);
    for (const member of fresh) own.set(member, now);
    this.#shown.set(operator, own);
  }

  #of(operator: number, now: number): Map<number, number> {
    const shown = this.#shown.get(operator) ?? new Map<number, number>();
    for (const [member, at] of shown) {
      if (at > now - DAY_MS) break;
      shown.delete(member);
    }
    return shown;
  }
}
