// Any record checked on this device: pasted, dropped or chosen as a file. Nothing of it is sent anywhere.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { type CheckedRound, checkInput, readInput } from '../evidence-input.ts';
import type { DayCheck, DayFile } from '../evidence-day.ts';
import { CheckLine, checkWords } from './evidence-checks.tsx';
import { evidenceTexts } from './evidence-texts.ts';
import { signedChecks, tried } from './use-evidence.ts';

/** No words: what a file begins with. */
const SHAPE = '{"record":"…","hash":"…"}';

/** A file of a hundred thousand bets is checked and not shown. */
const LONG = 200_000;

interface Verdict {
  title: string;
  lines: { words: string; isRight: boolean; isMissing?: boolean | undefined; figure?: string | undefined }[];
}

export function VerifyPaste() {
  const t = useText(evidenceTexts);
  const id = useId();
  const [text, setText] = useState('');
  const [verdicts, setVerdicts] = useState<Verdict[]>();
  const [isOver, setIsOver] = useState(false);
  /** Grows with every text: a verdict that took longer is of none that stands here now. */
  const asked = useRef(0);
  const check = async (content: string) => {
    const turn = ++asked.current;
    setText(content.length > LONG ? '' : content);
    const input = content.trim() === '' ? undefined : readInput(content);
    if (input === undefined) return setVerdicts(content.trim() === '' ? undefined : []);
    const { rounds, days } = checkInput(input);
    const found = await Promise.all([...rounds.map(verdictOf), ...days.map(verdictOfDay)]);
    if (turn === asked.current) setVerdicts(found);
  };
  const verdictOf = async ({ record, checks }: CheckedRound): Promise<Verdict> => {
    const signed = record === undefined ? [] : await signedChecks(record);
    const lines = checks.map(({ name, isRight, isMissing }) => ({ isRight, isMissing, words: checkWords(t, record, name) }));
    const title =
      record === undefined
        ? t('evidence.unreadable')
        : `${record.code} · ${record.tradeRoundId} · ${t('evidence.place', { n: record.number })}`;
    return { title, lines: [...lines, ...signed.map(({ name, ...each }) => ({ ...each, words: t(name) }))] };
  };
  const verdictOfDay = async ({ file, checks }: { file: DayFile; checks: DayCheck[] }): Promise<Verdict> => {
    const { isDaySigned } = await import('../evidence-day-signed.ts');
    const isRight = tried(() => isDaySigned(file)) === true;
    const signed = { words: t('evidence.day.signed'), isRight, isMissing: file.signed === undefined };
    return { title: dayTitle(file.record), lines: [...checks.map((each) => ({ ...each, words: t(`evidence.day.${each.name}`) })), signed] };
  };
  const dropped = async (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) await check(await file.text());
  };
  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3 rounded-6 border border-line bg-surface p-4">
      <h2 id={`${id}-title`} className="text-15 font-bold">
        {t('verify.paste')}
      </h2>
      <p className="text-13 text-sub">{t('verify.paste.words')}</p>
      <textarea
        aria-label={t('verify.paste.label')}
        className={cx(
          'h-28 w-full rounded-4 border bg-surface p-3 text-12 outline-none focus:border-brand',
          isOver ? 'border-brand' : 'border-edge/70',
        )}
        placeholder={SHAPE}
        spellCheck={false}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => void dropped(event)}
        value={text}
        onChange={(event) => void check(event.target.value)}
      />
      <label className={buttonClass('line', 40, 'relative w-full cursor-pointer focus-within:outline-2 focus-within:outline-brand')}>
        <FileUp size={16} aria-hidden="true" />
        {t('verify.file')}
        <input
          type="file"
          accept=".json,application/json"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => void event.target.files?.[0]?.text().then(check)}
        />
      </label>
      <div aria-live="polite">{verdicts && <Verdicts verdicts={verdicts} />}</div>
    </section>
  );
}

function dayTitle(record: string): string {
  return /"day":"([^"]{1,20})","format"/.exec(record)?.[1] ?? '';
}

function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const t = useText(evidenceTexts);
  if (verdicts.length === 0) return <p className="text-13 text-danger">{t('verify.nothing')}</p>;
  const wrong = verdicts.filter(({ lines }) => lines.some((line) => !line.isRight && !line.isMissing)).length;
  return (
    <div className="space-y-3">
      <p className={cx('text-14 font-bold', wrong === 0 ? 'text-green' : 'text-danger')}>
        {wrong === 0 ? t('verify.right', { count: verdicts.length }) : t('verify.wrong', { count: wrong })}
      </p>
      {verdicts.map(({ title, lines }, i) => (
        // Of a long list only what is wrong is opened.
        <details key={`${title} ${i}`} open={verdicts.length === 1 || lines.some((line) => !line.isRight && !line.isMissing)}>
          <summary className="cursor-pointer text-13 font-semibold break-all">{title}</summary>
          <ul className="mt-1.5 space-y-1.5 text-13">
            {lines.map((line) => (
              <CheckLine key={line.words} words={line.words} check={line} figure={line.isMissing ? t('evidence.missing') : line.figure} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
