// The head of what an operator decides about: whose it is and how much, and at the right its state, its time and the way to the member.
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LargeAmount } from './coin-figure.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

interface SideHeadProps {
  member: { playerId: number; username: string; nick: string };
  /** Badges behind the member's name. */
  standing: ReactNode;
  of: { point: string; currency: string; askedAt: string };
  /** The badge of its state. */
  state: ReactNode;
  /** Under the amount. */
  children?: ReactNode;
}

export function SideHead({ member: { playerId, username, nick }, standing, of, state, children }: SideHeadProps) {
  const t = useText(deskWithdrawalTexts);
  return (
    <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 pb-4 laptop:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-13">
          <b className="font-bold">{username}</b>
          <span className="text-sub">{nick}</span>
          {standing}
        </p>
        <p className="mt-1 text-32 leading-tight font-bold tracking-[-0.02em]">
          <LargeAmount value={of.point} currency={of.currency} />
        </p>
        {children}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-mute tablet:flex-col tablet:items-end">
        {state}
        <TableTime at={of.askedAt} />
        <IfCan right="member.read">
          <Link to={`/members/${playerId}` as never} className="touch font-semibold text-brand hover:underline">
            {t('dw.memberPage')}
          </Link>
        </IfCan>
      </p>
    </header>
  );
}
