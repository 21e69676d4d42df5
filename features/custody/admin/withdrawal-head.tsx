// Whose withdrawal it is and how much: the member's standing, the amount, what of it arrives.
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link } from '@tanstack/react-router';
import type { DeskWithdrawalPage } from '../withdraw-desk-contract.ts';
import { stateWords } from '../withdrawal-list-contract.ts';
import { coinText, LargeAmount } from './coin-figure.tsx';
import { withdrawalTones } from './withdrawal-cells.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

function Standing({ member }: Pick<DeskWithdrawalPage, 'member'>) {
  const t = useText(deskWithdrawalTexts);
  return (
    <>
      <Badge tone={member.isVerified ? 'brand' : 'warn'}>{t(member.isVerified ? 'dw.verified' : 'dw.unverified')}</Badge>
      <Badge tone={member.hasSecondFactor ? 'plain' : 'warn'}>{t(member.hasSecondFactor ? 'dw.factor' : 'dw.noFactor')}</Badge>
      {member.hold && <Badge tone="danger">{t('dw.hold')}</Badge>}
    </>
  );
}

export function WithdrawalHead({ data: { withdrawal: row, member } }: { data: DeskWithdrawalPage }) {
  const t = useText(deskWithdrawalTexts);
  const say = useWords();
  const { point, currency, chain, fee, arrives, value, isInside } = row;
  return (
    <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 pb-4 laptop:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-13">
          <b className="font-bold">{member.username}</b>
          <span className="text-sub">{member.nick}</span>
          <Standing member={member} />
        </p>
        <p className="mt-1 text-32 leading-tight font-bold tracking-[-0.02em]">
          <LargeAmount value={point} currency={currency} />
        </p>
        <p className="text-13 text-sub">
          {isInside ? t('dw.inside') : t('dw.line', { chain, fee: coinText(fee, currency), arrives: coinText(arrives, currency) })}
          {currency !== 'USDT' && <> · {t('dw.about', { value: figure(value, { decimals: 2 }) })}</>}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-mute tablet:flex-col tablet:items-end">
        <Badge tone={withdrawalTones[row.state]}>{stateWords(row, say)}</Badge>
        <TableTime at={row.askedAt} />
        <IfCan right="member.read">
          <Link to={`/members/${member.playerId}` as never} className="touch font-semibold text-brand hover:underline">
            {t('dw.memberPage')}
          </Link>
        </IfCan>
      </p>
    </header>
  );
}
