// The entry point of partners: checks referral codes for the sign-up page and for account.
import { handle, Refusal, type ServerFeature } from '@maru/kit/server/feature.ts';
import type { Pool } from 'pg';
import { type FindPartner, findPartner, verifyPartner } from '../contract.ts';
import { partnerErrors } from '../errors.ts';
import { partnerMigrations } from './migrations.ts';
import { partnerWiring } from './wiring.ts';

export const partnerFeature: ServerFeature<typeof partnerWiring> = {
  name: 'partner',
  wiring: partnerWiring,
  errors: partnerErrors,
  migrations: partnerMigrations,
  routes: [
    handle(verifyPartner, async (context, call) => {
      const found = await context.services.use(findPartner)(call.site.id, call.query.partnerPk);
      if (found === undefined) throw new Refusal('PARTNER_UNKNOWN', { field: 'partnerPk' });
      return { data: found };
    }),
  ],
  async start(context) {
    context.services.provide(findPartner, finder(context.pool));
    if (context.config.demo)
      await seedPartners(
        context.pool,
        context.sites.all().map((site) => site.id),
      );
    return () => undefined;
  },
};

// A partner of another site behaves as if it did not exist.
function finder(pool: Pool): FindPartner {
  return async (site, key) => {
    const id = /^[1-9]\d{0,14}$/.test(key) ? Number(key) : 0;
    const { rows } = await pool.query<{ id: number; code: string; name: string }>(
      `SELECT id, code, name FROM partner_partner WHERE site_id = $1 AND status = 'ACTIVE' AND (lower(code) = lower($2) OR id = $3)
       ORDER BY (lower(code) = lower($2)) DESC LIMIT 1`,
      [site, key, id],
    );
    return rows[0];
  };
}

async function seedPartners(pool: Pool, sites: readonly number[]): Promise<void> {
  for (const site of sites) {
    await pool.query("INSERT INTO partner_partner (site_id, code, name) VALUES ($1, 'demo', '데모 파트너') ON CONFLICT DO NOTHING", [site]);
  }
}
