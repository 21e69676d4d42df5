// Which members of the list are chosen: some of those shown, or everybody that the filter finds.
import { useState } from 'react';
import type { DeskMember } from '../admin-contract.ts';
import type { FoundChoice } from './bulk-bar.tsx';
import type { MemberQuery } from './members-page.tsx';

/** A count says "this many or more" from here on. */
export const COUNTED = 10_000;

export interface MemberChoice {
  chosen: readonly DeskMember[];
  found: FoundChoice;
  /** Of the members shown: all, some or none. */
  shown: boolean | 'some';
  has(id: number): boolean;
  choose(member: DeskMember, isOn: boolean): void;
  chooseShown(isOn: boolean): void;
  clear(): void;
}

export function useMemberChoice(query: MemberQuery, rows: readonly DeskMember[], total: number): MemberChoice {
  const [some, setSome] = useState<ReadonlyMap<number, DeskMember>>(new Map());
  // Everybody of this very filter: another one, also by the browser's way back, finds others.
  const [allOf, setAllOf] = useState<string>();
  const contentHash = JSON.stringify(query);
  const isAll = allOf === contentHash;
  const ofShown = rows.filter(({ id }) => some.has(id)).length;
  const shown = isAll || (rows.length > 0 && ofShown === rows.length) ? true : ofShown > 0 ? 'some' : false;
  const start = (): Map<number, DeskMember> => (isAll ? new Map(rows.map((row) => [row.id, row])) : new Map(some));
  const change = (next: Map<number, DeskMember>) => {
    setAllOf(undefined);
    setSome(next);
  };
  return {
    chosen: isAll ? rows : [...some.values()],
    found: {
      onAll: !isAll && shown === true && total > rows.length ? () => setAllOf(contentHash) : undefined,
      isAll,
      total,
      isMany: total >= COUNTED,
      query,
    },
    shown,
    has: (id) => isAll || some.has(id),
    choose(member, isOn) {
      const next = start();
      if (isOn) next.set(member.id, member);
      else next.delete(member.id);
      change(next);
    },
    chooseShown(isOn) {
      const next = start();
      for (const row of rows) {
        if (isOn) next.set(row.id, row);
        else next.delete(row.id);
      }
      change(next);
    },
    clear: () => change(new Map()),
  };
}
