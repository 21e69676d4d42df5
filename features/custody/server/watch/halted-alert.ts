// A chain whose node is of another one, as an alert of each site that has coins on it: its deposits and payouts stand still.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { AlertSource } from '@maru/operator/admin-contract.ts';

export const haltedAlert = ({ pool }: Pick<AppContext, 'pool'>): AlertSource => ({
  kind: 'CHAIN_HALTED',
  forMs: 0,
  async look() {
    const { rows } = await pool.query<{ site: number; chain: string }>(
      `SELECT DISTINCT c.site_id AS site, h.chain FROM custody_head h JOIN custody_coin c ON c.chain = h.chain WHERE h.halted_ms IS NOT NULL`,
    );
    return rows.map(({ site, chain }) => ({ site, subject: chain, severity: 'PAGE' as const, figures: { chain } }));
  },
});
