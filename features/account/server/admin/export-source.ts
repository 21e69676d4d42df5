// All members of a site as an export: masked as their list is.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { ExportSource } from '@maru/operator/admin-contract.ts';
import { timeIn } from '@maru/kit/contract/calendar.ts';
import { ALONE_A_DAY, takeAlone } from './export-share.ts';
import { memberColumns, type MemberRecord, presentMember } from './find-members.ts';

export const memberExport = (context: AppContext): ExportSource => ({
  kind: 'members',
  right: 'member.export',
  alone: { mostADay: ALONE_A_DAY, take: (client, who, rows) => takeAlone(context, client, who, rows) },
  name: { ko: '회원', en: 'Members' },
  head: ['번호', '아이디', '닉네임', '이름', '휴대폰', '상태', '소속', '가입', '최근 접속'],
  sql: `SELECT ${memberColumns} FROM account_member m LEFT JOIN partner_partner p ON p.id = m.partner_id
    WHERE m.site_id = $1 AND ($2::bigint IS NULL OR m.created_at >= to_timestamp($2 * 0.001))
      AND ($3::bigint IS NULL OR m.created_at < to_timestamp($3 * 0.001))`,
  cells(row, site) {
    const member = presentMember(row as MemberRecord);
    const moment = (at: string | null) => (at === null ? '' : timeIn(site.timeZone, new Date(at)));
    const { id, username, nick, name, phone, status, partner, joinedAt, seenAt } = member;
    return [String(id), username, nick, name, phone, status, partner?.code ?? '', moment(joinedAt), moment(seenAt)];
  },
});
