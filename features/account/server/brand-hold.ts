// Members in a brand keep it from being given up; the two that every site of a demo has are nobody's.
import type { AppContext } from '@maru/kit/server/context.ts';
import { brandHolds } from '@maru/site/admin-contract.ts';
import { demoMembers } from './demo-members.ts';

export function holdBrands({ config, services }: AppContext): void {
  services.find(brandHolds)?.push(async (sql, site) => {
    const own = config.demo ? demoMembers.map(({ username }) => username) : [];
    const { rows } = await sql.query('SELECT 1 FROM account_member WHERE site_id = $1 AND username <> ALL ($2) LIMIT 1', [site, own]);
    return rows.length > 0 ? 'BRAND_MEMBERS' : undefined;
  });
}
