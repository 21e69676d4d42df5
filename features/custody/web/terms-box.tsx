// What holds for deposits of a coin, in four cells.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { DepositNetwork } from '../contract.ts';
import { depositTexts } from './deposit-texts.ts';

export function TermsBox({ network }: { network: DepositNetwork }) {
  const t = useText(depositTexts);
  const { least, currency, creditAfter, unlockAfter, contract } = network;
  const cells: [label: string, value: string, words: string | undefined][] = [
    [t('deposit.least'), `${figure(least)} ${unitOf(currency)}`, t('deposit.least.words')],
    [t('deposit.fee'), t('deposit.free'), t('deposit.fee.words')],
    [t('deposit.credit'), t('deposit.confirmations', { count: creditAfter }), undefined],
    [t('deposit.unlock'), t('deposit.confirmations', { count: unlockAfter }), undefined],
  ];
  return (
    <div className="min-w-0">
      <dl className="grid gap-4 phone:grid-cols-2 wide:grid-cols-4">
        {cells.map(([label, value, words]) => (
          <div key={label} className="min-w-0 border-line max-phone:flex max-phone:justify-between">
            <dt className="text-12 text-sub">{label}</dt>
            <dd className="num text-14 font-bold">
              {value}
              {words !== undefined && <span className="block text-12 font-normal text-sub max-phone:hidden">{words}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {contract !== null && (
        <p className="mt-4 text-12 break-all text-sub">
          {t('deposit.contract')} <span className="select-all">{contract}</span>
        </p>
      )}
    </div>
  );
}
