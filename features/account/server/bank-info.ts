// Bank accounts of members, sealed at rest: readable only with the installation's storage key, and only in the row they were written for.
import type { AppContext } from '@maru/kit/server/context.ts';
import { openSecret, sealSecret } from '@maru/kit/server/seal.ts';

const MARK = 'sealed:';
const boundTo = (site: number, account: number) => Buffer.from(`bank ${site} ${account}`);

export function sealBankInfo({ config }: Pick<AppContext, 'config'>, site: number, account: number, text: string): string {
  return MARK + sealSecret(config.secrets.storageKey, text, boundTo(site, account)).toString('base64');
}

/** undefined: none, or sealed under another installation's key. */
export function openBankInfo(
  { config }: Pick<AppContext, 'config'>,
  site: number,
  account: number,
  kept: string | null,
): string | undefined {
  if (kept === null || kept === '') return undefined;
  return openSecret(config.secrets.storageKey, Buffer.from(kept.slice(MARK.length), 'base64'), boundTo(site, account));
}

/** Rows of before: sealed at the first start that can. */
export async function sealOldBankInfo(context: Pick<AppContext, 'config' | 'pool'>): Promise<void> {
  const { rows } = await context.pool.query<{ id: number; site_id: number; account_no: number; bank_info: string }>(
    "SELECT id, site_id, account_no, bank_info FROM account_member WHERE bank_info <> '' AND bank_info NOT LIKE 'sealed:%'",
  );
  for (const row of rows) {
    const sealed = sealBankInfo(context, row.site_id, row.account_no, row.bank_info);
    await context.pool.query('UPDATE account_member SET bank_info = $2 WHERE id = $1 AND bank_info = $3', [row.id, sealed, row.bank_info]);
  }
}
