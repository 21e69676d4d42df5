// Walks an option's chain from a record to its end on this device, and holds the end against what the site publishes.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { EvidenceFile, RoundEvidence } from '../evidence.ts';
import { checkEvidence, isEvidenceRight, readRecord } from '../evidence-check.ts';
import { chainHeads, chainRecords } from '../evidence-contract.ts';
import { type DayFile, readDay } from '../evidence-day.ts';
import { CheckLine } from './evidence-checks.tsx';
import { evidenceTexts } from './evidence-texts.ts';

interface Walk {
  done: number;
  last: number;
  /** Place of the first record that does not hold. */
  wrongAt: number | undefined;
  /** The end is the head that the site tells now; the newest published day's head stands in the chain. */
  isHeadMet?: boolean;
  day?: { date: string; isMet: boolean } | undefined;
}

export function ChainWalk({ file, record }: { file: EvidenceFile; record: RoundEvidence }) {
  const t = useText(evidenceTexts);
  const [walk, setWalk] = useState<Walk>();
  const [isFailed, setIsFailed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const start = async () => {
    setIsBusy(true);
    setIsFailed(false);
    await walkChain(file, record, setWalk).catch(() => setIsFailed(true));
    setIsBusy(false);
  };
  return (
    <section className="space-y-3 rounded-6 border border-line bg-surface p-4">
      <h2 className="text-15 font-bold">{t('walk.title')}</h2>
      <p className="text-13 text-sub">{t('walk.words')}</p>
      <Button look="line" size={40} className="w-full" isBusy={isBusy} icon={<Link2 size={16} />} onClick={() => void start()}>
        {t('walk.start')}
      </Button>
      <div aria-live="polite">
        {isFailed && <p className="text-13 text-danger">{t('walk.failed')}</p>}
        {walk && (
          <ul className="space-y-1.5 text-13">
            <CheckLine words={t('walk.records')} check={{ isRight: walk.wrongAt === undefined }} figure={`${walk.done} / ${walk.last}`} />
            {walk.wrongAt !== undefined && <CheckLine words={t('walk.wrong', { n: walk.wrongAt })} check={{ isRight: false }} />}
            {walk.isHeadMet !== undefined && <CheckLine words={t('walk.head')} check={{ isRight: walk.isHeadMet }} />}
            {walk.day && <CheckLine words={t('walk.day', { date: walk.day.date })} check={{ isRight: walk.day.isMet }} />}
          </ul>
        )}
      </div>
    </section>
  );
}

async function walkChain(file: EvidenceFile, record: RoundEvidence, tell: (walk: Walk) => void): Promise<void> {
  const first = Number(record.number);
  const hashes = new Map([[first, file.hash]]);
  let walk: Walk = { done: 1, last: 1, wrongAt: undefined };
  let before = file.record;
  const read = (after: number) => call(chainRecords, { query: { tradeOptionId: record.tradeOptionId, after: String(after) } });
  for (let page = await read(first); walk.wrongAt === undefined; page = await read(first + walk.done - 1)) {
    walk = { ...walk, last: page.last - first + 1 };
    for (const each of page.records) {
      const place = first + walk.done;
      const isRight = isNext(each, before, place);
      hashes.set(place, each.hash);
      before = each.record;
      walk = isRight ? { ...walk, done: walk.done + 1 } : { ...walk, wrongAt: place };
      if (!isRight) break;
    }
    tell(walk);
    if (page.records.length === 0 || walk.done >= walk.last) break;
  }
  if (walk.wrongAt === undefined) tell({ ...walk, ...(await meetHeads(record, first + walk.done - 1, hashes)) });
}

function isNext(file: { record: string; hash: string }, before: string, place: number): boolean {
  return readRecord(file.record)?.number === `${place}` && isEvidenceRight(checkEvidence({ ...file, previousRecord: before }));
}

async function meetHeads(
  record: RoundEvidence,
  end: number,
  hashes: ReadonlyMap<number, string>,
): Promise<Pick<Walk, 'isHeadMet' | 'day'>> {
  const now = await call(chainHeads, { query: {} });
  const head = now.now.find(({ tradeOptionId }) => `${tradeOptionId}` === record.tradeOptionId);
  const isHeadMet = head !== undefined && (head.number === end ? head.hash === hashes.get(end) : head.number > end);
  if (now.latest === null) return { isHeadMet };
  const { published } = await call(chainHeads, { query: { date: now.latest } });
  const told = headOf(published, record.tradeOptionId);
  const own = told && hashes.get(Number(told.number));
  return { isHeadMet, day: told && own !== undefined ? { date: now.latest, isMet: own === told.hash } : undefined };
}

const headOf = (day: DayFile | null, tradeOptionId: string) =>
  day === null ? undefined : readDay(day.record)?.heads.find((each) => each.tradeOptionId === tradeOptionId);
