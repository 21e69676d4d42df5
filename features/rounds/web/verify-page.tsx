// /verify/{id}: the evidence of one round for whoever has its address, guests as well.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { useParams } from '@tanstack/react-router';
import { EvidenceSheet } from './evidence-sheet.tsx';
import { evidenceTexts } from './evidence-texts.ts';

export function VerifyPage() {
  const t = useText(evidenceTexts);
  const { id } = useParams({ strict: false }) as { id?: string };
  const tradeRoundId = Number(id ?? Number.NaN);
  if (!Number.isSafeInteger(tradeRoundId)) return <EmptyState title={t('evidence.none')}>{t('evidence.none.words')}</EmptyState>;
  return (
    <div className="mx-auto max-w-[440px] py-4">
      <h1 className="sr-only">{t('evidence.chain')}</h1>
      <EvidenceSheet tradeRoundId={tradeRoundId} />
    </div>
  );
}
