// What operators type to find a deposit or withdrawal: a whole user name, hash, address or number. Never a part, so nothing is guessed from it.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { memberDirectory } from '@maru/member/contract.ts';

export interface Wanted {
  /** Of an account of the engine; null: of all. */
  account: number | null;
  /** As it was typed; null: nothing was. */
  text: string | null;
  /** Of the member whose name it is; -1 where it is nobody's. */
  named: number;
  id: number;
}

interface Asked {
  playerId?: number | undefined;
  search?: string | undefined;
}

/** A member of another site: NOT_FOUND. */
export async function wantedRows({ services }: AppContext, site: number, { playerId, search }: Asked): Promise<Wanted> {
  const directory = services.use(memberDirectory);
  const account = playerId === undefined ? null : directory.accountOf(site, playerId);
  if (account === undefined) throw new Refusal('NOT_FOUND', { field: 'playerId' });
  const text = search === undefined || search === '' ? null : search;
  const named = text === null ? undefined : (await directory.findMember(site, text))?.account;
  return { account, text, named: named ?? -1, id: text !== null && /^\d{1,15}$/.test(text) ? Number(text) : -1 };
}
