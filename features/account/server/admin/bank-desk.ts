// Banks on the desk: what a site offers is one person's act, the list of all sites two persons'.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { approvals } from '@maru/operator/contract.ts';
import { type DeskBank, listDeskBanks, offerBank, saveBank } from '../../bank-contract.ts';
import { readBanks } from '../banks.ts';

const KIND = 'account.bank';
type Requested = Pick<DeskBank, 'code' | 'nameKo' | 'nameEn' | 'place'> & { id?: number | undefined };

const listDeskBanksHandler = handleOperator(listDeskBanks, async ({ pool }, { site }) => ({ data: await readBanks(pool, site.id) }));

const offerBankHandler = handleOperator(offerBank, async ({ pool }, { site, body }, audit) => {
  const { id, isOffered, reason } = body;
  const data = await inTransaction(pool, async (client) => {
    const bank = await bankOf(client, id, site.id);
    const sql = isOffered
      ? 'DELETE FROM account_bank_hidden WHERE site_id = $1 AND bank_id = $2'
      : 'INSERT INTO account_bank_hidden (site_id, bank_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    await client.query(sql, [site.id, id]);
    await audit({ target: `bank:${id}`, before: { isOffered: bank.isOffered }, after: { isOffered }, reason }, client);
    return { ...bank, isOffered };
  });
  return { data };
});

const saveBankHandler = handleOperator(saveBank, async (context, call) => {
  const { reason, ...requested } = call.body;
  const requestId = await inTransaction(context.pool, async (client) => {
    const { before, after } = await planned(client, requested);
    const [ko, en] = requested.id === undefined ? ['추가', 'Add'] : ['변경', 'Change'];
    return context.services.use(approvals).ask(call, client, {
      kind: KIND,
      site: call.site.id,
      target: `bank:${requested.id ?? requested.code}`,
      summary: { ko: `은행 ${requested.nameKo} ${ko}`, en: `${en} the bank ${requested.nameEn}` },
      payload: requested,
      before,
      after,
      reason,
    });
  });
  throw new Refusal('APPROVAL_REQUIRED', { requestId });
});

/** Refuses what cannot be; answers what would change. */
async function planned(sql: SqlWriter, { id, code, nameKo, nameEn, place }: Requested) {
  const { rows } = await sql.query('SELECT id, code, name_ko AS "nameKo", name_en AS "nameEn", place FROM account_bank');
  const old = id === undefined ? undefined : rows.find((row) => row.id === id);
  if (id !== undefined && old === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  if (old !== undefined && old.code !== code) throw new Refusal('BANK_CODE_KEPT');
  if (old === undefined && rows.some((row) => row.code === code)) throw new Refusal('BANK_CODE_TAKEN');
  const facts = (bank: Omit<Requested, 'id'>) => ({ code: bank.code, nameKo: bank.nameKo, nameEn: bank.nameEn, place: bank.place });
  return { before: old === undefined ? null : facts(old), after: facts({ code, nameKo, nameEn, place }) };
}

async function bankOf(sql: SqlWriter, id: number, site: number): Promise<DeskBank> {
  const bank = (await readBanks(sql, site)).find((each) => each.id === id);
  if (bank === undefined) throw new Refusal('NOT_FOUND', { field: 'id' });
  return bank;
}

/** Behind the start of the operators' desk. */
export function registerBanks({ services }: Pick<AppContext, 'services'>): void {
  services.find(approvals)?.register<AppContext>({
    kind: KIND,
    name: { ko: '은행 목록', en: 'The list of banks' },
    right: saveBank.right as string,
    everywhere: saveBank.everywhere,
    live: (_context, sql, { payload }) => planned(sql, payload as Requested),
    async apply(_context, client, { payload }) {
      const requested = payload as Requested;
      await client.query('LOCK TABLE account_bank IN SHARE ROW EXCLUSIVE MODE');
      const { after } = await planned(client, requested);
      const values = [requested.nameKo, requested.nameEn, requested.place];
      if (requested.id === undefined)
        await client.query('INSERT INTO account_bank (name_ko, name_en, place, code) VALUES ($1, $2, $3, $4)', [...values, requested.code]);
      else await client.query('UPDATE account_bank SET name_ko = $1, name_en = $2, place = $3 WHERE id = $4', [...values, requested.id]);
      return { after };
    },
  });
}

export const bankRoutes = [listDeskBanksHandler, offerBankHandler, saveBankHandler];
