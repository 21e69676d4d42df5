// The way from my first leaf to the root: each node's hash and sum as this device worked them out.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { liabilityTexts } from './liability-texts.ts';
import type { OwnProof } from './own-proof.ts';

const SHOWN = 10;

export function BranchSteps({ proof: { steps }, unit, decimals }: { proof: OwnProof; unit: string; decimals: number }) {
  const t = useText(liabilityTexts);
  const nameOf = (at: number) =>
    at === 0 ? t('balanceProof.step.leaf') : at === steps.length - 1 ? t('balanceProof.step.root') : String(at);
  return (
    <section className="min-w-0 px-4 py-6 laptop:px-8">
      <h2 className="text-16 font-bold">{t('balanceProof.branch')}</h2>
      <p className="mt-1 mb-3 text-13 text-sub">{t('balanceProof.branch.words')}</p>
      <table className="w-full text-13">
        <thead className="text-12 text-mute">
          <tr>
            <th scope="col" className="py-2 text-left font-normal">
              {t('balanceProof.step')}
            </th>
            <th scope="col" className="py-2 text-left font-normal">
              {t('balanceProof.step.hash')}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {t('balanceProof.step.sum')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {steps
            .map(([hash, sum], at) => (
              <tr key={hash}>
                <td className="py-2 text-sub">{nameOf(at)}</td>
                <td className="py-2">
                  <code className="text-12">{hash.slice(0, SHOWN)}…</code>
                </td>
                <td className="num py-2 text-right">
                  <Figure value={formatDecimal(BigInt(sum), decimals, true)} unit={unit} />
                </td>
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}
