// One inquiry at the desk: whose it is, who has taken it, the thread with files, notes among operators, and the answer.
import { downloadDeskFile } from '@maru/file/admin-contract.ts';
import type { downloadFile } from '@maru/file/contract.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { moment, tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { claimInquiry, closeInquiry, type DeskInquiry, seeInquiry } from '../admin-contract.ts';
import { contactTexts } from '../web/contact-texts.ts';
import { FileView } from '../web/file-view.tsx';
import { act } from './act.ts';
import { contactDeskTexts } from './desk-texts.ts';
import { Notes } from './notes.tsx';

const AnswerForm = lazyArea<{ inquiry: DeskInquiry }>(() => import('./answer-form.tsx').then((m) => m.AnswerForm), {
  waiting: <SkeletonBlock className="h-52 w-full" />,
});

/** The same shape under the desk's own right. */
const asDesk = downloadDeskFile as unknown as typeof downloadFile;

function MemberLine({ inquiry }: { inquiry: DeskInquiry }) {
  const t = useText(contactDeskTexts);
  const { member } = inquiry;
  return (
    <div className="flex items-center gap-3 border-y border-line bg-sunken px-4 py-2.5 text-13 -mx-6 laptop:px-6">
      <span className="font-semibold">{member.username}</span>
      <span className="truncate text-sub">{member.nick}</span>
      {member.status !== 'ACTIVE' && <Badge tone="warn">{t(member.status === 'DENY' ? 'inq.member.DENY' : 'inq.member.WAIT')}</Badge>}
      <span className="ml-auto shrink-0 text-12 text-mute">
        {t('inq.member.since', { date: tableMoment(member.createdAt, false).split(' ')[0] })}
      </span>
      <IfCan right="member.read">
        <Link to={`/members/${member.id}` as never} className={buttonClass('quiet', 24)}>
          {t('inq.member.page')}
          <ExternalLink aria-hidden="true" size={12} />
        </Link>
      </IfCan>
    </div>
  );
}

function ClaimLine({ inquiry }: { inquiry: DeskInquiry }) {
  const t = useText(contactDeskTexts);
  const { id, claim, isClosed, waitingSince } = inquiry;
  const until = claim ? moment(claim.until, 'minute') : '';
  const words =
    claim === null ? t('inq.claim.free') : t(claim.isMine ? 'inq.claim.mine' : 'inq.claim.other', { name: claim.name, time: until });
  return (
    <div className="flex flex-wrap items-center gap-2 py-3 text-13">
      <span className={claim && !claim.isMine ? 'font-semibold text-warn' : 'text-sub'}>{waitingSince !== null && words}</span>
      <span className="ml-auto flex gap-2">
        {claim?.isMine && (
          <Button size={32} onClick={() => void act(call(claimInquiry, { body: { id, isHeld: false } }))}>
            {t('inq.claim.release')}
          </Button>
        )}
        {claim === null && waitingSince !== null && (
          <Button size={32} onClick={() => void act(call(claimInquiry, { body: { id, isHeld: true } }))}>
            {t('inq.claim')}
          </Button>
        )}
        <Button size={32} look="quiet" onClick={() => void act(call(closeInquiry, { body: { id, isClosed: !isClosed } }))}>
          {t(isClosed ? 'inq.reopen' : 'inq.close')}
        </Button>
      </span>
    </div>
  );
}

function Entry({ entry }: { entry: DeskInquiry['entries'][number] }) {
  const c = useText(contactTexts);
  const isMember = entry.from === 'MEMBER';
  return (
    <li className={cx('flex flex-col gap-1', isMember ? 'items-start' : 'items-end')}>
      <p className="text-12 text-mute">
        <span className="font-semibold text-sub">{entry.operator?.name ?? (isMember ? '' : c('contact.house'))}</span>{' '}
        <time dateTime={entry.createdAt}>{moment(entry.createdAt, 'said')}</time>
      </p>
      {/* Text stays text: what was typed is never markup (CNT-04). */}
      <p
        className={cx(
          'max-w-[92%] rounded-8 px-3 py-2 text-13 whitespace-pre-wrap [overflow-wrap:anywhere]',
          isMember ? 'border border-line bg-surface' : 'bg-brand-tint',
        )}
      >
        {entry.content}
      </p>
      {entry.files.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {entry.files.map((file) => (
            <FileView key={file.id} file={file} download={asDesk} />
          ))}
        </div>
      )}
    </li>
  );
}

function Body({ inquiry }: { inquiry: DeskInquiry }) {
  const t = useText(contactDeskTexts);
  return (
    <>
      <MemberLine inquiry={inquiry} />
      <IfCan right="contact.write">
        <ClaimLine inquiry={inquiry} />
      </IfCan>
      <ol aria-label={t('inq.thread')} aria-live="polite" className="flex flex-col gap-4 border-t border-line py-4">
        {inquiry.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <IfCan right="contact.write">
        <AnswerForm inquiry={inquiry} />
      </IfCan>
      <Notes inquiry={inquiry} />
    </>
  );
}

export function InquirySide({ id, onClose }: { id: number; onClose(): void }) {
  const t = useText(contactDeskTexts);
  const c = useText(contactTexts);
  const query = useCall(seeInquiry, { query: { id: String(id) } });
  const { data } = query;
  return (
    <DetailSide title={data ? `#${id} · ${c(`contact.kind.${data.kind}`)}` : `#${id}`} onClose={onClose}>
      <Loaded query={query} title={t('inq.failed')} words={t('inq.failed.words')} rows={5}>
        {(inquiry) => <Body inquiry={inquiry} />}
      </Loaded>
    </DetailSide>
  );
}
