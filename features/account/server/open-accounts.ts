// Opens members' accounts in the engine, in order of their numbers; what was not acknowledged is sent again.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

export interface AccountOpener {
  /** Sends every account of the site that the engine has not acknowledged; one run at a time. */
  open(site: number): Promise<void>;
  /** The same for every site that has one waiting: one question, however many sites there are. */
  openWaiting(): Promise<void>;
}

const AT_ONCE = 500;

export function createAccountOpener(context: AppContext): AccountOpener {
  const running = new Map<number, Promise<void>>();
  const open = (site: number) => {
    // Behind the run in progress: that one may have looked before this member's row was there.
    const next = (running.get(site) ?? Promise.resolve()).catch(() => undefined).then(() => openPending(context, site));
    running.set(site, next);
    return next;
  };
  return {
    open,
    async openWaiting() {
      const { rows } = await context.pool.query<{ site: number }>(
        'SELECT DISTINCT site_id AS site FROM account_member WHERE opened_seq IS NULL',
      );
      for (const { site } of rows) if (context.sites.byId(site) !== undefined) await open(site);
    },
  };
}

async function openPending(context: AppContext, site: number): Promise<void> {
  for (;;) {
    const { rows } = await context.pool.query<{ account_no: number }>(
      'SELECT account_no FROM account_member WHERE site_id = $1 AND opened_seq IS NULL ORDER BY account_no LIMIT $2',
      [site, AT_ONCE],
    );
    if (rows.length === 0) return;
    // Submitted in one go and in order, so the engine sees dense numbers; opening twice is harmless there.
    const replies = await Promise.all(rows.map((row) => context.engine.submit(site, openCommand(row.account_no))));
    await context.pool.query(
      `UPDATE account_member m SET opened_seq = o.seq FROM unnest($2::int[], $3::bigint[]) AS o (account_no, seq)
       WHERE m.site_id = $1 AND m.account_no = o.account_no`,
      [site, rows.map((row) => row.account_no), replies.map((reply) => reply.seq)],
    );
  }
}

const openCommand = (account: number) =>
  encodeCommand({ kind: CommandKind.OpenAccount, time: 0, account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 });
