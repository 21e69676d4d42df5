// Roles that come with an installation; their rows may be changed like any other.
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';

interface Preset {
  code: string;
  ko: string;
  en: string;
  rights: readonly string[];
}

const look = ['dashboard.read', 'member.read', 'site.read'];

/** Gives everything, and stays so. */
export const OWNER_ROLE = 'owner';

export const presetRoles: readonly Preset[] = [
  { code: OWNER_ROLE, ko: '소유자', en: 'Owner', rights: ['*'] },
  {
    code: 'finance',
    ko: '재무',
    en: 'Finance',
    rights: [
      ...look,
      'alert.read',
      'ledger.*',
      'coupon.*',
      'site.money',
      'approval.read',
      'approval.decide',
      'futures.read',
      'rounds.read',
      'file.read',
      'withdrawal.*',
      'deposit.*',
      'custody.*',
    ],
  },
  {
    code: 'support',
    ko: '고객 지원',
    en: 'Support',
    rights: [
      ...look,
      'member.note',
      'rounds.read',
      'contact.read',
      'contact.write',
      'message.read',
      'message.write',
      'notice.read',
      'popup.read',
      'document.read',
      'file.read',
      'file.write',
    ],
  },
  {
    code: 'content',
    ko: '콘텐츠',
    en: 'Content',
    rights: ['dashboard.read', 'site.read', 'site.write', 'site.publish', 'notice.*', 'popup.*', 'document.*', 'message.read', 'file.*'],
  },
  {
    code: 'risk',
    ko: '위험 관리',
    en: 'Risk',
    rights: [
      ...look,
      'alert.read',
      'alert.acknowledge',
      'futures.*',
      'rounds.*',
      'ledger.read',
      'site.money',
      'member.approve',
      'approval.read',
      'approval.decide',
    ],
  },
  { code: 'auditor', ko: '감사 (읽기 전용)', en: 'Auditor (read only)', rights: ['*.read'] },
];

/**
 * Where an earlier release let the owner's role be narrowed, it becomes an ordinary role: whoever has it keeps what it gives, and a
 * whole one takes its place. Answers the id of the narrowed one.
 */
export async function ensureWholeOwner(sql: SqlWriter): Promise<number | undefined> {
  const { rows } = await sql.query(
    `UPDATE operator_role SET code = NULL, name_ko = name_ko || ' (줄어든 역할)', name_en = name_en || ' (narrowed)'
     WHERE code = $1 AND NOT '*' = ANY (rights) RETURNING id`,
    [OWNER_ROLE],
  );
  await ensurePresetRoles(sql);
  return rows.length === 0 ? undefined : Number(rows[0].id);
}

/** Those that are missing; one that was changed stays as it is. */
export async function ensurePresetRoles(sql: SqlWriter): Promise<void> {
  for (const { code, ko, en, rights } of presetRoles) {
    await sql.query('INSERT INTO operator_role (code, name_ko, name_en, rights) VALUES ($1, $2, $3, $4) ON CONFLICT (code) DO NOTHING', [
      code,
      ko,
      en,
      rights,
    ]);
  }
}
