// /verify and /verify/{id}: evidence for whoever has a record or its address, guests as well. Every verdict is this device's own.
import { Failure } from '@maru/kit/web/failure.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { dayKeys } from '../evidence-contract.ts';
import { powerBallDraw } from '../power-ball-contract.ts';
import { ChainWalk } from './chain-walk.tsx';
import { EvidenceSheet } from './evidence-sheet.tsx';
import { evidenceTexts } from './evidence-texts.ts';
import { useEvidence } from './use-evidence.ts';
import { VerifyPaste } from './verify-paste.tsx';

const DrawProof = lazyArea(() => import('./power-ball/draw-proof.tsx').then((m) => m.DrawProofSheet));

export function VerifyPage() {
  const t = useText(evidenceTexts);
  const { id } = useParams({ strict: false }) as { id?: string };
  const tradeRoundId = Number(id ?? Number.NaN);
  const isRound = Number.isSafeInteger(tradeRoundId);
  return (
    <div className="mx-auto grid max-w-[1200px] items-start gap-4 px-4 py-6 tablet:grid-cols-2 laptop:px-8">
      <header className="tablet:col-span-2">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('verify.title')}</h1>
        <p className="mt-1 text-14 text-sub">{t('verify.words')}</p>
      </header>
      {isRound && (
        <div className="rounded-6 border border-line">
          <Proof tradeRoundId={tradeRoundId} />
        </div>
      )}
      <div className="space-y-4">
        {isRound && <WalkOf tradeRoundId={tradeRoundId} />}
        <VerifyPaste />
        {isRound && <Aside />}
      </div>
      {!isRound && (
        <div className="space-y-4">
          <Aside />
        </div>
      )}
    </div>
  );
}

/** A draw that nobody bet on has no record: its seal, seed and public value are its proof. */
function Proof({ tradeRoundId }: { tradeRoundId: number }) {
  const { file, error } = useEvidence(tradeRoundId);
  const isWithout = file === undefined && error instanceof Failure && error.code === 'EVIDENCE_NOT_YET';
  const { data: draw, isLoading } = useCall(powerBallDraw, { query: { tradeRoundId: String(tradeRoundId) }, isOn: isWithout });
  const isDrawn = draw?.seed != null || (draw !== undefined && draw.status !== 0);
  if (!isWithout || (!isDrawn && !isLoading)) return <EvidenceSheet tradeRoundId={tradeRoundId} />;
  return (
    <div className="bg-surface p-4">
      <DrawProof tradeRoundId={tradeRoundId} />
    </div>
  );
}

function WalkOf({ tradeRoundId }: { tradeRoundId: number }) {
  const { file, checked } = useEvidence(tradeRoundId);
  return file === undefined || checked?.record === undefined ? null : <ChainWalk file={file} record={checked.record} />;
}

function Aside() {
  return (
    <>
      <OwnTool />
      <Keys />
    </>
  );
}

/** What published days are signed with: shown to be noted. */
function Keys() {
  const t = useText(evidenceTexts);
  const { data, error, isFetching, refetch: retry } = useCall(dayKeys, { staleMs: 600_000 });
  return (
    <section className="space-y-2 rounded-6 border border-line bg-surface p-4">
      <h2 className="text-15 font-bold">{t('verify.keys')}</h2>
      <p className="text-13 text-sub">{t('verify.keys.words')}</p>
      {data === undefined && error && (
        <FailingState isLow title={t('verify.keys.failed')} error={error} onRetry={() => void retry()} isRetrying={isFetching} />
      )}
      {data === undefined && !error && <SkeletonBlock className="h-20" />}
      {data?.keys.length === 0 && <p className="rounded-4 bg-sunken p-3 text-13 text-mute">{t('verify.keys.none')}</p>}
      <ol className="space-y-2">
        {data?.keys.map(({ number, publicKey, since }) => (
          <li key={number} className="rounded-4 bg-sunken p-3 text-12">
            <code className="break-all">{publicKey}</code>
            <span className="mt-1 block text-mute">{t('verify.keys.since', { n: number, at: moment(Number(since), 'said') })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The same without this page. */
function OwnTool() {
  const t = useText(evidenceTexts);
  return (
    <section className="space-y-2 rounded-6 border border-line bg-surface p-4">
      <h2 className="text-15 font-bold">{t('verify.tool')}</h2>
      <p className="text-13 text-sub">{t('verify.tool.words')}</p>
      <code className="block overflow-x-auto rounded-4 bg-sunken p-3 text-12 whitespace-nowrap">node verify-round.mjs round.json</code>
      <a href="/verify-round.mjs" download className={buttonClass('line', 40, 'w-full')}>
        <Download size={16} aria-hidden="true" />
        {t('verify.tool.get')}
      </a>
    </section>
  );
}
