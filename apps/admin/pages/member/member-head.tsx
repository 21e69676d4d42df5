// The head of a member's page: who it is, what holds it, and what can be done to it.
import { call } from '@maru/kit/web/api-client.ts';
import { Masked } from '@maru/kit/web/desk/masked.tsx';
import { useCan, useDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { countdown, fullMoment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Menu, type MenuItem } from '@maru/kit/web/ui/overlays.tsx';
import { Link } from '@tanstack/react-router';
import { Ban, Clock, Ellipsis, MessageSquare, NotebookPen, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type MemberFile, revealMember } from '@maru/account/admin-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';
import type { ActKind } from './member-acts.tsx';
import type { Trading } from './member-holdings.tsx';
import { StatusBadges } from '@maru/account/admin/status-badges.tsx';

const ActDialog = lazyArea(() => import('./member-acts.tsx').then((m) => m.ActDialog));

/** Props of the page's frame. */
export function memberHead(file: MemberFile, trading: Trading | undefined) {
  const { member } = file;
  return {
    lead: (
      <span aria-hidden="true" className="grid size-12 shrink-0 place-items-center rounded-full bg-ink text-18 font-bold text-on-ink">
        {[...member.nick][0]}
      </span>
    ),
    title: member.nick,
    badges: <Badges file={file} />,
    line: <Line member={member} />,
    actions: <Actions file={file} trading={trading} />,
  };
}

function Badges({ file: { member, hold } }: { file: MemberFile }) {
  const t = useText(memberTexts);
  return (
    <>
      <StatusBadges member={member} />
      {member.isVerified && (
        <Badge tone="brand" icon={<ShieldCheck size={11} />}>
          {t('m.verified')}
        </Badge>
      )}
      {hold && <HoldBadge until={hold.until} />}
    </>
  );
}

function HoldBadge({ until }: { until: string | null }) {
  const t = useText(memberTexts);
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (until !== null && Date.parse(until) <= serverNow()) return null;
  return (
    <Badge tone="warn" icon={<Clock size={11} />} className="tabular-nums">
      {until === null ? t('m.hold.open') : t('m.hold', { left: countdown(Date.parse(until)) })}
    </Badge>
  );
}

/** What is kept of a member that left, each to be revealed by itself. */
const keptFields = ['username', 'name', 'phone', 'email', 'bankInfo', 'birthDate'] as const;

function Line({ member }: { member: MemberFile['member'] }) {
  const t = useText(memberTexts);
  const words = useWords();
  const site = useDeskSite();
  const reveal = async (field: (typeof keptFields)[number]) => (await call(revealMember, { body: { playerId: member.id, field } })).value;
  const parts: ReactNode[] = [
    member.username,
    member.id,
    member.name,
    ...(member.leftAt === null ? [<Masked key="phone" masked={member.phone} right="member.reveal" reveal={() => reveal('phone')} />] : []),
    ...(member.leftAt !== null ? [t('m.left', { date: fullMoment(member.leftAt).slice(0, 10) })] : []),
    ...(member.isIdentityKept
      ? keptFields.map((field) => (
          <span key={field}>
            {t(`m.left.${field}`)} <Masked masked="***" right="member.reveal" reveal={() => reveal(field)} />
          </span>
        ))
      : []),
    words(site.name),
    t('m.joined', { date: fullMoment(member.joinedAt).slice(0, 10) }),
  ];
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
      {parts.map((part, at) => (
        <span key={at}>{part}</span>
      ))}
    </span>
  );
}

function Actions({ file, trading }: { file: MemberFile; trading: Trading | undefined }) {
  const t = useText(memberTexts);
  const [act, setAct] = useState<ActKind>();
  const [mayWrite, mayRestrict, mayMessage, mayEnter] = [
    useCan('member.write'),
    useCan('futures.restrict'),
    useCan('message.write'),
    useCan('ledger.write'),
  ];
  if (file.member.leftAt !== null) return null;
  const kinds = [...(mayWrite ? menuOf(file) : []), ...(mayRestrict && trading ? (['leverage'] as const) : [])];
  const items = kinds.map((kind): MenuItem => ({ key: kind, label: t(titles[kind]), onChoose: () => setAct(kind) }));
  return (
    <>
      {mayMessage && (
        <Button size={36} icon={<MessageSquare size={15} />} onClick={() => setAct('message')}>
          {t('m.message')}
        </Button>
      )}
      {mayEnter && (
        <Link to={`/ledger?member=${file.member.id}`} className={buttonClass('line', 36)}>
          <NotebookPen size={15} />
          {t('m.entry')}
        </Link>
      )}
      {mayRestrict && (
        <Button
          size={36}
          className="border-danger! text-danger!"
          icon={<Ban size={15} />}
          disabled={!trading}
          onClick={() => setAct('restrict')}
        >
          {t('m.restrict')}
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          items={items}
          trigger={
            <Button size={36} aria-label={t('m.more')}>
              <Ellipsis size={16} />
            </Button>
          }
        />
      )}
      {act && <ActDialog kind={act} file={file} trading={trading} onClose={() => setAct(undefined)} />}
    </>
  );
}

export const titles = {
  deny: 'm.act.status.DENY',
  allow: 'm.act.status.ACTIVE',
  endLogins: 'm.act.endLogins',
  resetLock: 'm.act.resetLock',
  hold: 'm.act.hold',
  lift: 'm.act.lift',
  factor: 'm.act.factor',
  unlock: 'm.act.unlock',
  nick: 'm.act.nick',
  restrict: 'm.act.restrict.title',
  leverage: 'm.act.leverage',
  withdraw: 'm.act.withdraw',
  message: 'm.act.message.title',
} as const;

/** What makes no sense just now is not offered. */
function menuOf({ member, hold }: MemberFile): ActKind[] {
  return [
    'endLogins',
    'resetLock',
    'nick',
    'hold',
    'withdraw',
    ...(hold !== null && hold.until !== null ? (['lift'] as const) : []),
    ...(member.totpSince !== null || member.passkeys > 0 ? (['factor'] as const) : []),
    ...(member.isLocked ? (['unlock'] as const) : []),
    member.status === 'DENY' ? 'allow' : 'deny',
  ];
}
