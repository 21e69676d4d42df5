// What an operator does with a deposit claim: takes it, credits the arrival that it is held against, or refuses it with a reason.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import {
  type ClaimedArrival,
  decideDepositClaim,
  type DeskDepositClaimPage,
  leaveDepositClaim,
  listDeskDepositClaims,
  readDeskDepositClaim,
  takeDepositClaim,
} from '../deposit-claim-admin-contract.ts';
import { deskClaimTexts } from './claim-texts.ts';
import { coinText } from './coin-figure.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';
import { AskedAlready, TakeOrLeave, Whose } from './work-acts.tsx';

async function again(): Promise<void> {
  await Promise.all([refetch(readDeskDepositClaim), refetch(listDeskDepositClaims)]);
}

const canCredit = ({ isBooked, isSmall, creditedTo, height }: ClaimedArrival) =>
  isBooked && !isSmall && creditedTo === null && height !== null;

/** Of one that is open, for who may decide. */
export function ClaimActs({ data: { claim, arrivals } }: { data: DeskDepositClaimPage }) {
  const t = useText(deskClaimTexts);
  const w = useText(deskWithdrawalTexts);
  const [asked, setAsked] = useState<'REFUSE' | ClaimedArrival>();
  const { claimId, worker } = claim;
  const isOthers = worker !== null && !worker.isMine;
  const route = worker === null ? takeDepositClaim : leaveDepositClaim;
  return (
    <>
      {isOthers && <Whose words={w('dw.taken', { person: worker.person })} />}
      {claim.asked !== null && <AskedAlready requestId={claim.asked.requestId} />}
      {!isOthers && <TakeOrLeave isTaken={worker !== null} onPress={() => call(route, { body: { claimId } }).finally(again)} />}
      <Button className="border-danger! text-danger!" disabled={isOthers} onClick={() => setAsked('REFUSE')}>
        {t('dq.refuse')}
      </Button>
      {claim.asked === null &&
        arrivals.filter(canCredit).map((arrival) => (
          <Button key={arrival.arrivalId} look="brand" disabled={isOthers} onClick={() => setAsked(arrival)}>
            {t(arrival.needsTwo ? 'dq.approve.first' : 'dq.approve', { point: coinText(arrival.point, claim.currency) })}
          </Button>
        ))}
      {asked === 'REFUSE' && <Refuse claimId={claimId} onClose={() => setAsked(undefined)} />}
      {asked !== undefined && asked !== 'REFUSE' && <Approve claim={claim} arrival={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Refuse({ claimId, onClose }: { claimId: number; onClose(): void }) {
  const t = useText(deskClaimTexts);
  return (
    <ReasonDialog
      title={t('dq.refuse.title', { id: claimId })}
      description={t('dq.refuse.words')}
      confirm={t('dq.refuse')}
      look="danger"
      onConfirm={(reason) => call(decideDepositClaim, { body: { claimId, decision: 'REFUSE', reason } }).finally(again)}
      onClose={onClose}
    />
  );
}

interface ApproveProps extends Pick<DeskDepositClaimPage, 'claim'> {
  arrival: ClaimedArrival;
  onClose(): void;
}

function Approve({ claim: { claimId, currency, username }, arrival, onClose }: ApproveProps) {
  const t = useText(deskClaimTexts);
  const { arrivalId, contentHash, needsTwo } = arrival;
  const point = coinText(arrival.point, currency);
  const body = { claimId, decision: 'APPROVE', arrivalId, contentHash } as const;
  return (
    <ReasonDialog
      title={t('dq.approve.title', { point, person: username })}
      description={`${t('dq.approve.words')} ${needsTwo ? t('dq.approve.two') : ''}`}
      confirm={t(needsTwo ? 'dq.approve.first' : 'dq.approve', { point })}
      look="brand"
      onConfirm={(reason) => call(decideDepositClaim, { body: { ...body, reason } }).finally(again)}
      onClose={onClose}
    />
  );
}
