// Members whose page is open on a desk: what their money and positions do is told there, a moment apart at most; of nobody else anything is looked at.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { memberOf } from '@maru/engine/ledger/account.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { desk } from '@maru/operator/contract.ts';

const Head = EventHeadWord;
const { LedgerPosted } = EventWord;

/** A page that is open asks anew by itself within this time. */
const OPEN_MS = 60_000;
/** Notes of one member come no closer together; rows have followed their events by then. */
const APART_MS = 1500;

interface Open {
  member: number;
  untilMs: number;
  isDue: boolean;
}

export interface MemberWatch {
  /** Somebody looks at this member now. */
  look(site: number, account: number, member: number): void;
}

export const memberWatch = serviceKey('account.memberWatch').of<MemberWatch>();

export function startMemberWatch({ engine, clock, services }: AppContext): MemberWatch {
  const sites = new Map<number, Map<number, Open>>();
  const tellSoon = (site: number, open: Open) => {
    if (open.isDue) return;
    open.isDue = true;
    setTimeout(() => {
      open.isDue = false;
      services.find(desk)?.tell(site, { type: 'CHANGED', kind: 'member', id: open.member });
    }, APART_MS).unref();
  };
  engine.onBatch(({ site, events }) => {
    const opened = sites.get(site);
    if (opened === undefined) return;
    for (const [account, { untilMs }] of opened) if (untilMs < clock.now()) opened.delete(account);
    if (opened.size === 0) sites.delete(site);
    for (const account of touched(events)) {
      const open = opened.get(account);
      if (open !== undefined) tellSoon(site, open);
    }
  });
  return {
    look(site, account, member) {
      const opened = sites.get(site) ?? new Map<number, Open>();
      sites.set(site, opened);
      const open = opened.get(account) ?? { member, untilMs: 0, isDue: false };
      open.untilMs = clock.now() + OPEN_MS;
      opened.set(account, open);
    },
  };
}

/** Accounts that events are about, or whose purses they move. */
function* touched(e: Float64Array): Iterable<number> {
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    yield e[i + Head.account];
    if (e[i] !== EventKind.LedgerPosted) continue;
    for (const ledger of [e[i + LedgerPosted.debit], e[i + LedgerPosted.credit]]) yield memberOf(ledger);
  }
}
