// What everybody sees of a proof: its root in eight groups, the sum, and where in the ledger it was taken.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShownProof } from './liabilities-page.tsx';
import { liabilityTexts } from './liability-texts.ts';

const groupsOf = (root: string): string[] => root.match(/.{8}/g) ?? [];

export function PublishedRoot({ proof: { record }, children }: { proof: ShownProof; children: ReactNode }) {
  const t = useText(liabilityTexts);
  const { root, sum, decimals, coin, depth, sequence } = record;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(root);
      toast({ title: t('balanceProof.copied'), kind: 'done' });
    } catch {
      toast({ title: t('balanceProof.copyFailed'), kind: 'warn' });
    }
  };
  return (
    <section className="border-b border-line px-4 py-5 laptop:px-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-16 font-bold">{t('balanceProof.root')}</h2>
        <div className="flex min-w-0 items-center gap-2">
          {children}
          <Button size={36} look="line" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
            {t('balanceProof.copy')}
          </Button>
        </div>
      </div>
      <code className="grid grid-cols-2 gap-2 text-12 tablet:grid-cols-4">
        {groupsOf(root).map((group, at) => (
          <span key={`${at}${group}`} className="rounded-4 bg-sunken p-3 text-center">
            {group}
          </span>
        ))}
      </code>
      <dl className="mt-3 grid gap-3 text-13 tablet:grid-cols-3">
        <Fact name={t('balanceProof.sum', { coin })}>
          <Figure value={formatDecimal(BigInt(sum), Number(decimals), true)} unit={coin} className="font-semibold" />
        </Fact>
        <Fact name={t('balanceProof.leaves')}>{(2 ** Number(depth)).toLocaleString('en')}</Fact>
        <Fact name={t('balanceProof.sequence')}>{sequence}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-mute">{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
