// What other features ask about decisions of a member, and what they must tell for them: apart from the calls, which guests need not load.
import { serviceKey } from '@maru/kit/contract/service.ts';

/** What trading brought since a moment, in micro-USDT, once everything up to `seq` is counted. Provided by whoever keeps the ledger's rows. */
export type TradingResultSince = (site: number, account: number, sinceMs: number) => Promise<number>;
export const tradingResultSince = serviceKey<TradingResultSince>('account.tradingResultSince');

/** What came in from outside since a moment, in micro-USDT. Provided by whoever keeps the ledger's rows. */
export const depositedSince = serviceKey<TradingResultSince>('account.depositedSince');

/**
 * Throws OWN_DEPOSIT_LIMIT when `amount` (micro-USDT) would take the day beyond what the member allows itself.
 * Provided by account; whoever takes deposits asks it first.
 */
export type RefuseOverDeposit = (site: number, member: number, amount: number) => Promise<void>;
export const refuseOverDeposit = serviceKey<RefuseOverDeposit>('account.refuseOverDeposit');

/**
 * Told of every operator's choice of "reduce only" for an account; answers what the flag shall be: the member's own stop stays, and
 * what the operator chose comes back when it ends. Provided by account.
 */
export type KeepOwnStop = (site: number, member: number, isWanted: boolean) => Promise<boolean>;
export const keepOwnStop = serviceKey<KeepOwnStop>('account.keepOwnStop');

/** Checks what a member typed; throws WITHDRAW_PASSWORD_WRONG or WITHDRAW_PASSWORD_LOCKED. Provided by account; whoever pays out asks it. */
export type CheckWithdrawPassword = (site: number, member: number, typed: string) => Promise<void>;
export const checkWithdrawPassword = serviceKey<CheckWithdrawPassword>('account.checkWithdrawPassword');
