// One deposit claim with all that it is decided by, on one page, and what the operator may do with it.
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { decideDepositClaim, type DeskDepositClaimPage, readDeskDepositClaim } from '../deposit-claim-admin-contract.ts';
import { claimStateWords, depositClaimStateWords } from '../deposit-claim-list-contract.ts';
import type { DepositClaimState } from '../deposit-claim-contract.ts';
import { ClaimActs } from './claim-acts.tsx';
import { SaidPanel, SeenPanel } from './claim-evidence.tsx';
import { claimTones } from './claim-tones.ts';
import { deskClaimTexts } from './claim-texts.ts';
import { SideHead } from './side-head.tsx';
import { depositLines, Lines, LoginsPanel } from './withdrawal-member.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

const ASK_MS = 10_000;

export function ClaimSide({ id, onClose }: { id: number; onClose(): void }) {
  const t = useText(deskClaimTexts);
  const query = useCall(readDeskDepositClaim, { query: { claimId: String(id) }, everyMs: ASK_MS });
  const mayDecide = useMay(decideDepositClaim);
  const { data } = query;
  const isOpen = data?.claim.state === 'REQUESTED' || data?.claim.state === 'IN_REVIEW';
  return (
    <DetailSide title={t('dq.number', { id })} onClose={onClose} foot={data && mayDecide && isOpen && <ClaimActs data={data} />}>
      <Loaded query={query} title={t('dq.failed')} words={t('dq.failed.words')} rows={8}>
        {(shown) => <Body data={shown} />}
      </Loaded>
    </DetailSide>
  );
}

const columns = 'minmax(0, 1fr) minmax(0, 1fr)';

function Body({ data }: { data: DeskDepositClaimPage }) {
  return (
    <div className="-mx-6">
      <Head data={data} />
      <DeskPanels columns={columns}>
        <SaidPanel data={data} />
        <SeenPanel data={data} />
      </DeskPanels>
      <DeskPanels columns={columns}>
        <OthersPanel data={data} />
        <LoginsPanel data={data} />
      </DeskPanels>
    </div>
  );
}

function Head({ data: { claim, member } }: { data: DeskDepositClaimPage }) {
  const t = useText(deskClaimTexts);
  const w = useText(deskWithdrawalTexts);
  const say = useWords();
  const { status, isVerified } = member;
  const standing = (
    <>
      <Badge tone={isVerified ? 'brand' : 'warn'}>{w(isVerified ? 'dw.verified' : 'dw.unverified')}</Badge>
      {status === 'DENY' || status === 'LEFT' || status === 'WAIT' ? <Badge tone="danger">{t(`dq.${status}`)}</Badge> : null}
    </>
  );
  const state = <Badge tone={claimTones[claim.state]}>{claimStateWords(claim, say)}</Badge>;
  return (
    <SideHead member={member} standing={standing} of={claim} state={state}>
      {claim.reason !== null && (
        <p className="text-13 text-sub">
          {t('dq.reason')}: {claim.reason}
        </p>
      )}
    </SideHead>
  );
}

function OthersPanel({ data: { rivals, sameSender, deposits } }: { data: DeskDepositClaimPage }) {
  const t = useText(deskClaimTexts);
  const say = useWords();
  return (
    <DeskPanel>
      <h3 className="mb-2 text-14 font-bold">{t('dq.rivals')}</h3>
      {rivals.length === 0 && <p className="text-13 text-mute">{t('dq.rivals.none')}</p>}
      <ul className="flex flex-col gap-1.5 text-13">
        {rivals.map(({ claimId, username, askedAt, state }) => (
          <li key={claimId} className="flex items-baseline gap-3">
            <TableTime at={askedAt} className="text-mute" />
            <span className="font-medium">{username}</span>
            <span className="ml-auto text-12 text-sub">{say(depositClaimStateWords[state as DepositClaimState])}</span>
          </li>
        ))}
      </ul>
      <h3 className="mt-5 mb-2 text-14 font-bold">{t('dq.senders')}</h3>
      {sameSender.length === 0 && <p className="text-13 text-mute">{t('dq.senders.none')}</p>}
      <ul className="flex flex-col gap-1.5 text-13">
        {sameSender.map(({ playerId, username, deposits: count, isClaimant }) => (
          <li key={playerId} className="flex items-baseline gap-3">
            <span className="font-medium">{username}</span>
            {isClaimant && <Badge tone="good">{t('dq.senders.own')}</Badge>}
            <span className="ml-auto text-12 text-sub">{t('dq.senders.count', { count })}</span>
          </li>
        ))}
      </ul>
      <Lines title={t('dq.deposits')} lines={depositLines(deposits, say)} none={t('dq.deposits.none')} />
    </DeskPanel>
  );
}
