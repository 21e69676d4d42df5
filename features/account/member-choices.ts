// What other features ask about decisions of a member, and what they must tell for them: apart from the calls, which guests need not load.
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { Writer } from '@maru/outbox/contract.ts';

/** What trading brought since a moment, in micro-USDT, once everything up to `seq` is counted. Provided by whoever keeps the ledger's rows. */
export type TradingResultSince = (site: number, account: number, sinceMs: number) => Promise<number>;
export const tradingResultSince = serviceKey('account.tradingResultSince').of<TradingResultSince>();

/** What came in from outside since a moment over all coins, in micro-USDT at the rates of now. Provided by whoever keeps the ledger's rows. */
export const depositedSince = serviceKey('account.depositedSince').of<TradingResultSince>();

/**
 * Throws OWN_DEPOSIT_LIMIT when `amount` (micro-USDT) would take the day beyond what the member allows itself.
 * Provided by account; asked before a member is shown where to send coins, since what a chain brings can be refused by nobody.
 */
export type RefuseOverDeposit = (site: number, member: number, amount: number) => Promise<void>;
export const refuseOverDeposit = serviceKey('account.refuseOverDeposit').of<RefuseOverDeposit>();

/**
 * Told of every operator's choice of "reduce only" for an account; answers what the flag shall be: the member's own stop stays, and
 * what the operator chose comes back when it ends. Provided by account.
 */
export type KeepOwnStop = (site: number, member: number, isWanted: boolean) => Promise<boolean>;
export const keepOwnStop = serviceKey('account.keepOwnStop').of<KeepOwnStop>();

/** Checks what a member typed; throws WITHDRAW_PASSWORD_WRONG or WITHDRAW_PASSWORD_LOCKED. Provided by account; whoever pays out asks it. */
export type CheckWithdrawPassword = (site: number, member: number, typed: string) => Promise<void>;
export const checkWithdrawPassword = serviceKey('account.checkWithdrawPassword').of<CheckWithdrawPassword>();

/**
 * Throws SECOND_FACTOR_NEEDED where a member has a second factor and this login has not proven it in the last five minutes: the member app
 * asks for it then and calls again by itself. Provided by account.
 */
export type ProvenSecondFactor = (who: { site: number; member: number; family: string }) => Promise<void>;
export const provenSecondFactor = serviceKey('account.provenSecondFactor').of<ProvenSecondFactor>();

/** YYYY-MM-DD, of members for whom the bureau has vouched; undefined for others. Provided by account. */
export type BirthDateOfMember = (site: number, member: number) => Promise<string | undefined>;
export const birthDateOfMember = serviceKey('account.birthDateOfMember').of<BirthDateOfMember>();

export const noticeTopics = ['RISK', 'TRADE', 'WALLET', 'SECURITY', 'BENEFIT'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];
export const noticeChannels = ['APP', 'SMS', 'MAIL'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export interface MemberNotice {
  title: { ko: string; en: string };
  content: { ko: string; en: string };
  /** A page of this site. */
  link?: string;
}
/**
 * Tells a member by every channel that it wants for this topic: message, SMS, mail. Never fails its caller. Provided by account; call it
 * after your own transaction.
 */
export type NotifyMember = (site: number, member: number, topic: NoticeTopic, notice: MemberNotice) => Promise<void>;
export const notifyMember = serviceKey('account.notifyMember').of<NotifyMember>();

/** Of these members the ones that want messages of this topic in the app; `sql` runs the SQL, within a transaction its client. Provided by account. */
export type WantedInApp = (site: number, members: readonly number[], topic: NoticeTopic, sql?: Writer) => Promise<number[]>;
export const wantedInApp = serviceKey('account.wantedInApp').of<WantedInApp>();
