// In plain words what a proof says and what it does not, and how to check it without this page.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Download } from 'lucide-react';
import { liabilityTexts } from './liability-texts.ts';

export function ProofWords() {
  const t = useText(liabilityTexts);
  return (
    <div className="grid items-start gap-4 px-4 py-6 tablet:grid-cols-3 laptop:px-8">
      <Words title={t('balanceProof.says')} lines={[t('balanceProof.says.1'), t('balanceProof.says.2'), t('balanceProof.says.3')]} />
      <Words
        title={t('balanceProof.silent')}
        lines={[t('balanceProof.silent.1'), t('balanceProof.silent.2'), t('balanceProof.silent.3')]}
      />
      <section className="min-w-0 space-y-2 rounded-6 border border-line bg-surface p-4">
        <h2 className="text-15 font-bold">{t('balanceProof.tool')}</h2>
        <p className="text-13 text-sub">{t('balanceProof.tool.words')}</p>
        <code className="block rounded-4 bg-sunken p-3 text-12 break-all">node verify-liabilities.mjs USDT-branch.json</code>
        <a href="/verify-liabilities.mjs" download className={buttonClass('line', 40, 'w-full')}>
          <Download size={16} aria-hidden="true" />
          {t('balanceProof.tool.get')}
        </a>
      </section>
    </div>
  );
}

function Words({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="space-y-2 rounded-6 border border-line bg-surface p-4">
      <h2 className="text-15 font-bold">{title}</h2>
      <ul className="space-y-1.5 text-13 text-sub">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
