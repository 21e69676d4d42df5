// Whom money may be sent to: found by what others know of a member, and whether it may be given anything now.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Receiver, Receivers } from '../contract.ts';

const COLUMNS = `m.id AS member, m.account_no AS account, m.name, (m.status = 'ACTIVE' AND m.locked_at IS NULL AND m.opened_seq IS NOT NULL
    AND coalesce(m.excluded_until <= $2, true) AND NOT EXISTS (SELECT 1 FROM account_leaving l WHERE l.member_id = m.id)) AS "mayReceive"`;

/** As numbers are kept: of 11 digits 3-4-4, of fewer either way that an area's number is written. */
export function phonesOf(text: string): string[] {
  const digits = text.replace(/^\+?82[\s-]?0?(?=\d)/, '0').replace(/[\s-]/g, '');
  const ways = [/^(0\d{2})(\d{4})(\d{4})$/, /^(0\d{2})(\d{3})(\d{4})$/, /^(02)(\d{4})(\d{4})$/, /^(02)(\d{3})(\d{4})$/];
  return ways.flatMap((way) => (way.test(digits) ? [digits.replace(way, '$1-$2-$3')] : []));
}

export function openReceivers({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>): Receivers {
  return {
    async find(site, text) {
      const word = text.trim().toLowerCase();
      // An address that was never proven could be anybody's who wrote it down.
      const { rows } = await pool.query<Receiver>(
        `SELECT ${COLUMNS} FROM account_member m WHERE m.site_id = $1
           AND (lower(m.username) = $3 OR m.phone = ANY ($4::text[]) OR (lower(m.email) = $3 AND m.mail_proven_at IS NOT NULL)) LIMIT 2`,
        [site, new Date(clock.now()), word, phonesOf(word)],
      );
      return rows.length === 1 ? rows[0] : undefined;
    },
    async at(site, account) {
      const { rows } = await pool.query<Receiver>(`SELECT ${COLUMNS} FROM account_member m WHERE m.site_id = $1 AND m.account_no = $3`, [
        site,
        new Date(clock.now()),
        account,
      ]);
      return rows[0];
    },
  };
}
