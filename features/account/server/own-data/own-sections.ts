// What accounts themselves keep of a member, as sections of its file: never a hash, a secret or a key.
import type { AppContext } from '@maru/kit/server/context.ts';
import { type MemberData, plainRows } from '../../own-data-contract.ts';
import { openBankInfo } from '../bank-info.ts';

type Row = Record<string, unknown>;

export function ownSections(context: AppContext): readonly MemberData[] {
  return [
    {
      section: 'profile',
      name: { ko: '회원 정보', en: 'Profile' },
      query: ({ site, member }) => ({
        text: `SELECT id, username, nick, name, phone, email, address, bank_info, etc_json, status, role, partner_id, created_at,
            password_changed_at, anti_phishing, settings_locked_until, locked_at, excluded_until, withdraw_limit
          FROM account_member WHERE site_id = $1 AND id = $2`,
        values: [site, member],
      }),
      present(record, site, { account }) {
        const { bank_info, ...row } = record as Row;
        return { ...row, bank_info: openBankInfo(context, site.id, account, bank_info as string | null) ?? null };
      },
    },
    plainRows('agreements', { ko: '동의한 약관', en: 'Agreements' }, 'kind, version, agreed_at, ip', 'site_agreement'),
    plainRows(
      'logins',
      { ko: '로그인한 기기', en: 'Logins' },
      'ip, user_agent, created_at, renewed_at, expires_at, ended_at, ended_by',
      'account_login',
    ),
    plainRows('loginTries', { ko: '로그인 기록', en: 'Log-in history' }, 'at, ip, user_agent, result', 'account_login_try'),
    plainRows('withdrawalHolds', { ko: '출금 보류', en: 'Withdrawal holds' }, 'reason, started_at, until', 'account_withdrawal_hold'),
    plainRows('passkeys', { ko: '패스키', en: 'Passkeys' }, 'label, rp_id, is_synced, created_at, used_at', 'account_passkey'),
  ];
}
