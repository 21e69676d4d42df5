// One withdrawal with all that it is decided by, on one page, and what the operator may do with it.
import { useMay } from '@maru/kit/web/desk/desk-site.ts';
import { DetailSide } from '@maru/kit/web/desk/detail-side.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { decideWithdrawal } from '../withdraw-admin-contract.ts';
import { type DeskWithdrawalPage, readDeskWithdrawal } from '../withdraw-desk-contract.ts';
import { isDecidable, WithdrawalActs } from './withdrawal-acts.tsx';
import { ChainPanel, ProofPanel } from './withdrawal-chain.tsx';
import { DestinationPanel } from './withdrawal-destination.tsx';
import { WithdrawalHead } from './withdrawal-head.tsx';
import { EarlierPanel, LoginsPanel, WalletPanel } from './withdrawal-member.tsx';
import { RulesPanel } from './withdrawal-rules.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

const ASK_MS = 10_000;

export function WithdrawalSide({ id, onClose }: { id: number; onClose(): void }) {
  const t = useText(deskWithdrawalTexts);
  const query = useCall(readDeskWithdrawal, { query: { withdrawalId: String(id) }, everyMs: ASK_MS });
  const mayDecide = useMay(decideWithdrawal);
  const row = query.data?.withdrawal;
  return (
    <DetailSide
      title={t('dw.number', { id })}
      onClose={onClose}
      foot={row && mayDecide && isDecidable(row) && <WithdrawalActs key={row.contentHash} row={row} />}
    >
      <Loaded query={query} title={t('dw.failed')} words={t('dw.failed.words')} rows={8}>
        {(data) => <Body data={data} />}
      </Loaded>
    </DetailSide>
  );
}

const columns = 'minmax(0, 1fr) minmax(0, 1fr)';

function Body({ data }: { data: DeskWithdrawalPage }) {
  return (
    <div className="-mx-6">
      <WithdrawalHead data={data} />
      <WithdrawalSteps row={data.withdrawal} />
      <DeskPanels columns={columns}>
        <RulesPanel data={data} />
        <DestinationPanel data={data} />
      </DeskPanels>
      <DeskPanels columns={columns}>
        <WalletPanel data={data} />
        <ProofPanel data={data} />
      </DeskPanels>
      <DeskPanels columns={columns}>
        <EarlierPanel data={data} />
        <LoginsPanel data={data} />
      </DeskPanels>
      <DeskPanel>
        <ChainPanel data={data} />
      </DeskPanel>
    </div>
  );
}
