// What an operator does with a withdrawal: takes it, says yes, or refuses it with a reason; a large one's yes asks a second person.
import { call } from '@maru/kit/web/api-client.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import { decideWithdrawal, type DeskWithdrawal, listDeskWithdrawals } from '../withdraw-admin-contract.ts';
import { claimWithdrawal, readDeskWithdrawal, releaseWithdrawal } from '../withdraw-desk-contract.ts';
import { ChainText } from '../web/chain-text.tsx';
import { coinText } from './coin-figure.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';
import { AskedAlready, TakeOrLeave, Whose } from './work-acts.tsx';

const takeOrLeave = ({ withdrawalId, claim }: DeskWithdrawal) =>
  call(claim === null ? claimWithdrawal : releaseWithdrawal, { body: { withdrawalId } }).finally(again);

type Decision = 'APPROVE' | 'REFUSE';

async function again(): Promise<void> {
  await Promise.all([refetch(readDeskWithdrawal), refetch(listDeskWithdrawals)]);
}

/** What is approved and not signed can still be stopped, but what stays inside is done at once. */
export const isDecidable = ({ state, isInside }: Pick<DeskWithdrawal, 'state' | 'isInside'>): boolean =>
  state === 'REVIEW' || (state === 'APPROVED' && !isInside);

/** Of one that is decidable, for who may decide. */
export function WithdrawalActs({ row }: { row: DeskWithdrawal }) {
  const t = useText(deskWithdrawalTexts);
  const [asked, setAsked] = useState<Decision>();
  const { state, claim, needsTwo, isOwn } = row;
  const isOthers = isOwn || (claim !== null && !claim.isMine);
  const whose = isOwn ? t('dw.own') : claim !== null && !claim.isMine && t('dw.taken', { person: claim.person });
  const point = coinText(row.point, row.currency);
  return (
    <>
      {whose && <Whose words={whose} />}
      {row.asked !== null && <AskedAlready requestId={row.asked.requestId} />}
      {state === 'REVIEW' && !isOthers && <TakeOrLeave isTaken={claim !== null} onPress={() => takeOrLeave(row)} />}
      <Button className="border-danger! text-danger!" disabled={isOthers} onClick={() => setAsked('REFUSE')}>
        {t('dw.refuse')}
      </Button>
      {state === 'REVIEW' && row.asked === null && (
        <Button look="brand" disabled={isOthers} onClick={() => setAsked('APPROVE')}>
          {t(needsTwo ? 'dw.approve.first' : 'dw.approve', { point })}
        </Button>
      )}
      {asked && <Decide row={row} decision={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Decide({ row, decision, onClose }: { row: DeskWithdrawal; decision: Decision; onClose(): void }) {
  const t = useText(deskWithdrawalTexts);
  const { withdrawalId, contentHash, currency, needsTwo } = row;
  const point = coinText(row.point, currency);
  const isYes = decision === 'APPROVE';
  return (
    <ReasonDialog
      title={isYes ? t('dw.approve.title', { point }) : t('dw.refuse.title', { id: withdrawalId })}
      description={
        isYes
          ? `${t('dw.approve.words', { arrives: coinText(row.arrives, currency) })} ${needsTwo ? t('dw.approve.two') : ''}`
          : t('dw.refuse.words', { point })
      }
      confirm={isYes ? t(needsTwo ? 'dw.approve.first' : 'dw.approve', { point }) : t('dw.refuse')}
      look={isYes ? 'brand' : 'danger'}
      onConfirm={(reason) => call(decideWithdrawal, { body: { withdrawalId, decision, contentHash, reason } }).finally(again)}
      onClose={onClose}
    >
      {isYes && (
        <p className="mb-4 rounded-4 bg-soft px-3 py-2">
          <ChainText text={row.address} />
          {row.memo !== null && <span className="mt-1 block text-13">{row.memo}</span>}
        </p>
      )}
    </ReasonDialog>
  );
}
