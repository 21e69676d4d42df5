// Money that has moved in a brand's ledger keeps it from being given up; what a demo put there by itself is no money.
import { PostingReason } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { brandHolds } from '@maru/site/admin-contract.ts';
import { demoGrants } from './admin/demo-grants.ts';

const { DemoFunding, Conversion, ConversionFee, ConversionDust } = PostingReason;
/** Of demo-funding.ts, exchanged for games too. */
const ofDemoMembers = [DemoFunding, Conversion, ConversionFee, ConversionDust];
const { debit, credit, amount, reason } = demoGrants;

export function holdBrands({ config, services }: AppContext): void {
  services.find(brandHolds)?.push(async (sql, site) => {
    const { rows } = await sql.query(
      `SELECT 1 FROM wallet_ledger WHERE site_id = $1
         AND NOT ($2 AND (reason = ANY ($3) OR (debit = $4 AND credit = $5 AND amount = $6 AND reason = $7))) LIMIT 1`,
      [site, config.demo, ofDemoMembers, debit, credit, amount, reason],
    );
    return rows.length > 0 ? 'BRAND_MONEY' : undefined;
  });
}
