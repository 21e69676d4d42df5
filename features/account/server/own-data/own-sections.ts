// What accounts themselves keep of a member, as sections of its file: never a hash, a secret or a key.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type MemberData, plainRows } from '@maru/member/contract.ts';
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
    {
      ...plainRows(
        'ownLimits',
        { ko: '스스로 정한 한도', en: 'Own limits' },
        'kind, amount, next_amount, next_at, set_at',
        'account_limit',
      ),
      present(record) {
        const { kind, amount, next_amount, ...row } = record as Row & { amount: number | null; next_amount: number | null };
        const text = (value: number | null) =>
          value === null ? null : kind === 'SESSION' ? String(value) : formatDecimal(value, USDT_DECIMALS, true);
        return { kind, unit: kind === 'SESSION' ? 'minutes' : 'USDT', amount: text(amount), nextAmount: text(next_amount), ...row };
      },
    },
    plainRows('noticeChoices', { ko: '알림 받을 곳', en: 'Notification choices' }, 'topic, channel, is_on', 'account_notice_choice'),
    plainRows('passkeys', { ko: '패스키', en: 'Passkeys' }, 'label, rp_id, is_synced, created_at, used_at', 'account_passkey'),
  ];
}
