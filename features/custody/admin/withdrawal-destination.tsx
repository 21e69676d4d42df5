// Where a withdrawal goes: the whole address in groups, what the member said of it, and who else sent there.
import { DeskPanel, type Fact, Facts } from '@maru/kit/web/desk/page.tsx';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { WithdrawalState } from '../withdraw-contract.ts';
import type { DeskWithdrawalPage } from '../withdraw-desk-contract.ts';
import { withdrawalStateWords } from '../withdrawal-list-contract.ts';
import { ChainText } from '../web/chain-text.tsx';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

export function DestinationPanel({ data }: { data: DeskWithdrawalPage }) {
  const t = useText(deskWithdrawalTexts);
  const { address } = data.withdrawal;
  return (
    <DeskPanel title={t('dw.to')} aside={data.withdrawal.chain}>
      <p className="mb-3 rounded-4 bg-soft px-3 py-2">
        <ChainText text={address} className="text-14" />
      </p>
      <Facts items={useFacts(data)} />
      <Others data={data} />
    </DeskPanel>
  );
}

function useFacts({ withdrawal: { memo }, allowed, travel }: DeskWithdrawalPage): Fact[] {
  const t = useText(deskWithdrawalTexts);
  const added = allowed && t('dw.allowed.words', { label: allowed.label, time: tableMoment(allowed.addedAt) });
  return [
    ...(memo === null ? [] : [{ label: t('dw.memo'), value: memo }]),
    { label: t('dw.allowed'), value: added ?? <span className="font-normal text-mute">{t('dw.allowed.not')}</span> },
    {
      label: t('dw.travel'),
      value:
        travel === null ? (
          <span className="font-normal text-mute">{t('dw.travel.none')}</span>
        ) : (
          t(`dw.travel.${travel.kind}`, { name: travel.beneficiary, vasp: travel.vasp ?? '' })
        ),
    },
  ];
}

function Others({ data: { sameAddress, member } }: { data: DeskWithdrawalPage }) {
  const t = useText(deskWithdrawalTexts);
  const say = useWords();
  if (sameAddress.length === 0) return <p className="mt-3 text-13 font-semibold text-warn">{t('dw.same.none')}</p>;
  return (
    <>
      <h4 className="mt-4 mb-1.5 text-12 font-semibold text-sub">{t('dw.same')}</h4>
      <ul className="flex flex-col gap-1 text-13">
        {sameAddress.map((other) => (
          <li key={other.withdrawalId} className="flex flex-wrap items-baseline gap-x-2">
            <TableTime at={other.askedAt} className="text-mute" />
            <span className="font-medium">{other.username}</span>
            {other.playerId !== member.playerId && <span className="text-12 font-semibold text-warn">{t('dw.same.other')}</span>}
            <span className="ml-auto text-sub">{say(withdrawalStateWords[other.state as WithdrawalState])}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
