// Leaving as one effect: shut in the engine first, looked over once more, then final in one transaction or undone; a crash in between is gone on from.
import { AccountFlag } from '@maru/engine/wire/command.ts';
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS, USDT_ONE } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { type DataOwner, type LeavingPart, leavingParts, type Obstacle } from '@maru/member/contract.ts';
import { outbox, type Writer } from '@maru/outbox/contract.ts';
import { type Leaving, leavingMoney } from '../../leaving-contract.ts';
import { setAccountFlag } from '../account-flag.ts';
import { isSharedDemo } from '../demo-members.ts';
import { eraseOwn, factsOf, type LeavingRow, makeFinal } from './finish-leaving.ts';
import { refuseShut } from './refuse-leaving.ts';

/** What is given up for a tick where money is money. */
const DUST = USDT_ONE;
/** What came in the same moment is looked for once more after this. */
const SETTLE_MS = 60_000;

const usdt = (micro: number) => formatDecimal(micro, USDT_DECIMALS, true);
const GONE = { ko: '탈퇴했습니다. 그동안 이용해 주셔서 고맙습니다.', en: 'You have left. Thank you for having been with us.' };

export class LeavingService {
  readonly #context: AppContext;
  /** Every feature has said what stands in the way and who counts the money: before, nothing would, and nobody. */
  isOpen = false;

  constructor(context: AppContext) {
    this.#context = context;
  }

  get #parts(): readonly LeavingPart[] {
    return this.#context.services.use(leavingParts).all();
  }

  open(): void {
    this.isOpen = true;
  }

  async look(site: SiteConfig, who: DataOwner): Promise<Leaving> {
    const { leaving } = this.#context.config;
    const [obstacles, held] = await Promise.all([this.#obstacles(who), this.#held(site, who)]);
    const most = this.#context.config.demo ? held.total : DUST;
    return {
      isShared: await isSharedDemo(this.#context, who.site, who.member),
      obstacles: [...(await this.#restricted(who)), ...obstacles],
      held: { total: usdt(held.total), mayGiveUp: this.#mayGiveUp(held), most: usdt(most), wallets: held.wallets },
      kept: { contracts: leaving.contractDays, disputes: leaving.disputeDays, logins: leaving.loginDays, rejoin: leaving.rejoinDays },
    };
  }

  /** The password was asked for already. Answers when the member left: the same, however often it is sent. */
  async leave(site: SiteConfig, who: DataOwner, language: 'ko' | 'en', givesUp: string | undefined): Promise<Date> {
    return this.#context.shared.turn(keyOf(who), async () => {
      const before = await this.leftAt(who);
      if (before !== undefined) return before;
      const { isShared, obstacles } = await this.look(site, who);
      if (isShared) throw new Refusal('LEAVE_SHARED');
      refuseFor(obstacles);
      await this.#refuseSum(site, who, givesUp === undefined ? 0 : (parseDecimal(givesUp, USDT_DECIMALS) ?? 0));
      await this.#begin(who, language, givesUp);
      await this.#goThrough(site, who);
      return (await this.leftAt(who)) ?? new Date(this.#context.clock.now());
    });
  }

  async leftAt({ site, member }: DataOwner): Promise<Date | undefined> {
    const { rows } = await this.#context.pool.query<{ left_at: Date }>(
      'SELECT left_at FROM account_left WHERE site_id = $1 AND member_id = $2',
      [site, member],
    );
    return rows[0]?.left_at;
  }

  /** What a crash or an engine that was away left between asked for and final. */
  async goOn(site?: number): Promise<void> {
    if (!this.isOpen) return;
    const { pool, sites, log } = this.#context;
    const { rows } = await pool.query<LeavingRow>(
      'SELECT * FROM account_leaving WHERE $1::integer IS NULL OR site_id = $1 ORDER BY asked_at',
      [site ?? null],
    );
    for (const row of rows) {
      const config = sites.byId(row.site_id);
      const who = { site: row.site_id, member: row.member_id, account: row.account };
      if (config === undefined) continue;
      await this.#context.shared
        .turn(keyOf(who), () => this.#goThrough(config, who))
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) log.warn({ err: error, site: who.site, member: who.member }, 'leaving goes on later');
        });
    }
  }

  /** Committed before the engine is told: whoever promises something to a member from here on is refused. */
  async #begin({ site, member, account }: DataOwner, language: string, givesUp: string | undefined): Promise<void> {
    const { pool, clock } = this.#context;
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ status: string }>(
        'SELECT status FROM account_member WHERE site_id = $1 AND id = $2 FOR UPDATE',
        [site, member],
      );
      if (rows[0]?.status !== 'ACTIVE') throw new Refusal('ACCOUNT_DENIED');
      await client.query(
        `INSERT INTO account_leaving (member_id, site_id, account, gives_up, language, asked_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (member_id) DO NOTHING`,
        [member, site, account, givesUp === undefined ? null : parseDecimal(givesUp, USDT_DECIMALS), language, new Date(clock.now())],
      );
    });
  }

  async #goThrough(site: SiteConfig, who: DataOwner): Promise<void> {
    const { pool } = this.#context;
    const { rows } = await pool.query<LeavingRow>('SELECT * FROM account_leaving WHERE member_id = $1', [who.member]);
    const asked = rows[0];
    if (asked === undefined) return;
    // From here on the engine takes no order, bet or conversion of it: what is looked at stays true.
    await setAccountFlag(this.#context, who, AccountFlag.Leaving, true);
    if (asked.by_frozen) await this.#handBack(who);
    const givenUp = asked.given_up ?? (await this.#decide(site, who, asked));
    const facts = await factsOf(this.#context, who);
    await this.#giveUp(site, who);
    const isDone = await inTransaction(pool, (client) =>
      makeFinal(this.#context, client, asked, facts, givenUp, (sql, of) => this.#erase(sql, of)),
    );
    if (isDone) this.#end(who);
  }

  /** Everything once more; undone, or decided before any money moves: from then on it only goes forward, whatever dies. */
  async #decide(site: SiteConfig, who: DataOwner, asked: LeavingRow): Promise<Record<string, string>> {
    try {
      refuseFor(await this.#obstacles(who));
      await this.#refuseSum(site, who, asked.gives_up ?? 0);
      const { wallets } = await this.#held(site, who);
      const sums = Object.fromEntries(wallets.map(({ type, currency, point }) => [type, `${point} ${currency}`]));
      return await inTransaction(this.#context.pool, async (client) => {
        await refuseShut(client, who);
        // Whatever operators did meanwhile holds.
        refuseFor(await this.#restricted(who, client));
        await client.query('UPDATE account_leaving SET given_up = $2 WHERE member_id = $1', [who.member, JSON.stringify(sums)]);
        return sums;
      });
    } catch (error) {
      if (error instanceof Refusal) await this.#undo(who);
      throw error;
    }
  }

  /** The release before shut an account by the operators' own flag. */
  async #handBack(who: DataOwner): Promise<void> {
    await setAccountFlag(this.#context, who, AccountFlag.Frozen, false);
    await this.#context.pool.query('UPDATE account_leaving SET by_frozen = false WHERE member_id = $1', [who.member]);
  }

  async #undo(who: DataOwner): Promise<void> {
    await setAccountFlag(this.#context, who, AccountFlag.Leaving, false);
    await this.#context.pool.query('DELETE FROM account_leaving WHERE member_id = $1', [who.member]);
  }

  #end(who: DataOwner): void {
    this.#context.sessions.endMember(who.site, who.member, GONE);
    for (const part of this.#parts) part.ended?.(who);
    this.#context.services.find(outbox)?.hurry();
  }

  async #obstacles(who: DataOwner): Promise<Obstacle[]> {
    return (await Promise.all(this.#parts.map(async (part) => (await part.obstacles?.(who)) ?? []))).flat();
  }

  /** An account that operators hold does not slip away; what it is about is told at the inquiry. */
  async #restricted({ site, member, account }: DataOwner, sql: Writer = this.#context.pool): Promise<Obstacle[]> {
    const { engine, clock } = this.#context;
    const { known } = await engine.query<{ known: boolean }>(site, 'account', account);
    if (!known) throw new EngineBusy('the account is not open yet');
    const { flags } = await engine.query<{ flags: number }>(site, 'riskOf', account);
    const { rows } = await sql.query(
      `SELECT EXISTS (SELECT 1 FROM account_withdrawal_hold WHERE site_id = $1 AND member_id = $2 AND reason = 'OPERATOR' AND until > $3
           AND lifted_at IS NULL) AS "isHeld",
         EXISTS (SELECT 1 FROM account_loss_stop WHERE member_id = $2 AND NOT is_operators) AS "isStopped"`,
      [site, member, new Date(clock.now())],
    );
    const { isHeld, isStopped } = rows[0] as { isHeld: boolean; isStopped: boolean };
    const isFrozen = (flags & AccountFlag.Frozen) !== 0;
    const isReduced = (flags & AccountFlag.ReduceOnly) !== 0 && !isStopped;
    if (!isHeld && !isFrozen && !isReduced) return [];
    const name = { ko: '운영팀이 제한한 계정', en: 'restrictions set by operators' };
    return [{ kind: 'RESTRICTED', name, count: null, path: '/support' }];
  }

  async #held(site: SiteConfig, who: DataOwner) {
    const money = this.#context.services.find(leavingMoney);
    return money === undefined ? { total: 0, isPriced: true, wallets: [] } : money.held(site, who.account);
  }

  #mayGiveUp({ total, isPriced }: { total: number; isPriced: boolean }): boolean {
    return this.#context.config.demo || (isPriced && total <= DUST);
  }

  async #refuseSum(site: SiteConfig, who: DataOwner, named: number): Promise<void> {
    const held = await this.#held(site, who);
    if (held.wallets.length === 0) return;
    if (!this.#mayGiveUp(held)) {
      const name = { ko: `지갑 잔액 ${usdt(held.total)} USDT`, en: `${usdt(held.total)} USDT in your wallets` };
      refuseFor([{ kind: 'BALANCE', name, count: null, path: '/dnw/transfer' }]);
    }
    // What is worth less than the least unit needs no tick of its own.
    if (held.total > named) throw new Refusal('LEAVE_GIVE_UP', { field: 'givesUp', total: usdt(held.total) });
  }

  async #giveUp(site: SiteConfig, who: DataOwner): Promise<void> {
    const isEmpty = async () => (await this.#held(site, who)).wallets.length === 0;
    if (await isEmpty()) return;
    await this.#context.services.find(leavingMoney)?.giveUp(site, who.account);
    if (!(await isEmpty())) throw new EngineBusy('a wallet is not empty yet');
  }

  async #erase(sql: Writer, who: DataOwner): Promise<void> {
    for (const part of this.#parts) await part.erase?.(sql, who);
  }

  /** Erases what is due, each kind at its time; safe to repeat, and logged. */
  async sweep(): Promise<void> {
    if (!this.isOpen) return;
    const { pool, clock, config, sites, log } = this.#context;
    const now = clock.now();
    const before = (days: number) => new Date(now - days * DAY_MS);
    const { rows } = await pool.query<{ member: number; site: number; account: number; what: 'settle' | 'disputes' | 'identity' }>(
      `SELECT member_id AS member, site_id AS site, account, 'settle' AS what FROM account_left WHERE settled_at IS NULL AND left_at < $1
       UNION ALL SELECT member_id, site_id, account, 'disputes' FROM account_left WHERE disputes_erased_at IS NULL AND left_at < $2
       UNION ALL SELECT member_id, site_id, account, 'identity' FROM account_left WHERE identity_erased_at IS NULL AND left_at < $3`,
      [new Date(now - SETTLE_MS), before(config.leaving.disputeDays), before(config.leaving.contractDays)],
    );
    for (const { what, ...who } of rows) {
      const site = sites.byId(who.site);
      if (site === undefined) continue;
      if (what === 'settle' && (await this.#held(site, who)).wallets.length > 0) {
        log.error({ site: who.site, member: who.member }, 'money came to a member that had left: it goes to the house');
        await this.#giveUp(site, who);
      }
      await inTransaction(pool, (client) => this.#eraseDue(client, who, what, new Date(now)));
      log.info({ site: who.site, member: who.member, what }, 'data of a member that left were erased');
    }
  }

  async #eraseDue(sql: Writer, who: DataOwner, what: 'settle' | 'disputes' | 'identity', at: Date): Promise<void> {
    const { site, member } = who;
    if (what === 'settle') {
      await this.#erase(sql, who);
      await eraseOwn(sql, who);
      await sql.query('UPDATE account_left SET settled_at = $2 WHERE member_id = $1', [member, at]);
    } else if (what === 'disputes') {
      for (const part of this.#parts) await part.eraseDisputes?.(sql, who);
      await sql.query('DELETE FROM account_note WHERE site_id = $1 AND member_id = $2', [site, member]);
      await sql.query('UPDATE account_left SET disputes_erased_at = $2 WHERE member_id = $1', [member, at]);
    } else {
      await sql.query('DELETE FROM site_agreement WHERE site_id = $1 AND member_id = $2', [site, member]);
      // What still binds the person, an exclusion, keeps what finds it; nothing else does.
      await sql.query(
        `UPDATE account_left SET identity = NULL, identity_erased_at = $2, phone_hash = CASE WHEN excluded_until > $2 THEN phone_hash END,
           mail_hash = NULL, di_hash = CASE WHEN excluded_until > $2 THEN di_hash END,
           ci_hash = CASE WHEN excluded_until > $2 THEN ci_hash END WHERE member_id = $1`,
        [member, at],
      );
    }
  }
}

const keyOf = ({ site, member }: DataOwner) => `leave ${site} ${member}`;

function refuseFor(obstacles: readonly Obstacle[]): void {
  if (obstacles.length === 0) return;
  const said = (language: 'ko' | 'en') => obstacles.map(({ name }) => name[language]).join(', ');
  throw new Refusal('LEAVE_OBSTACLES', { what: said('ko'), whatEn: said('en'), kinds: obstacles.map(({ kind }) => kind).join(',') });
}
