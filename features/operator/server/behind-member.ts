// Which operators a member's e-mail, phone number or browser belongs to (ADR 0085): of accounts that count as one person any is enough.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { isOwnMember } from '@maru/kit/server/operator-call.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { MemberMarks } from '../admin-contract.ts';

/** Written in one way: what stands behind a plus is the writer's own. */
const mailOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');
/** As it is dialled at home. */
const phoneOf = (phone: string): string => phone.replace(/\D/g, '').replace(/^82/, '0').replace(/^00/, '0');

interface ContactRow {
  id: number;
  email: string | null;
  phone: string | null;
}

/** In the demo, which runs in one browser, a browser says nothing. */
export const operatorsBy =
  ({ config }: Pick<AppContext, 'config'>) =>
  async (sql: SqlWriter, { emails, phones, devices }: MemberMarks): Promise<number[]> => {
    const [mails, numbers] = [new Set(emails.map(mailOf)), new Set(phones.map(phoneOf))];
    const { rows: known } = await sql.query<ContactRow>(
      'SELECT id::float8 AS id, email, phone FROM operator_operator WHERE email IS NOT NULL OR phone IS NOT NULL',
    );
    const { rows: seen } = await sql.query<{ id: number }>(
      `SELECT DISTINCT operator_id::float8 AS id FROM operator_trace WHERE kind = 'DEVICE' AND value = ANY ($1::text[]) AND NOT $2`,
      [devices, config.demo],
    );
    const isSame = ({ email, phone }: ContactRow) =>
      (email !== null && mails.has(mailOf(email))) || (phone !== null && numbers.has(phoneOf(phone)));
    return [...new Set([...known.filter(isSame), ...seen].map(({ id }) => id))];
  };

const MEMBER = /^member:(\d{1,15})$/;

/** Whatever is asked or decided about a member by a request for a second person. */
export async function refuseOwnTarget(
  { services }: Pick<AppContext, 'services'>,
  sql: SqlWriter,
  { site, target }: { site: number; target: string },
  operator: number,
): Promise<void> {
  const member = MEMBER.exec(target)?.[1];
  if (member === undefined) return;
  if (await services.find(isOwnMember)?.(sql, { site, members: [Number(member)], operator })) throw new Refusal('MEMBER_OWN');
}
