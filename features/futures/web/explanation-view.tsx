// An explanation as a person reads it: what was asked, the prices of that moment, each sum with its numbers, the account before and after.
import { Failure } from '@maru/kit/web/failure.ts';
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { fullMoment } from '@maru/kit/web/i18n/moments.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { explain, type ExplainAccount, type Explanation, type ExplainStep } from '@maru/futures/contract.ts';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { inWords, withSeparators } from './formula-words.ts';
import { fieldWord, valueWord } from './request-words.ts';
import type { WhyQuery } from './why.ts';
import { whyTexts } from './why-texts.ts';

const isUnknown = (error: unknown): boolean => error instanceof Failure && error.status === 404;

export function ExplanationView({ query }: { query: WhyQuery }) {
  const w = useText(whyTexts);
  const isAsked = Object.keys(query).length > 0;
  const found = useCall(explain, { query: query as never, staleMs: 600_000, isOn: isAsked });
  if (!isAsked) return <EmptyState title={w('why.none')}>{w('why.noneHelp')}</EmptyState>;
  if (isUnknown(found.error)) return <EmptyState title={w('why.unknown')}>{w('why.unknownHelp')}</EmptyState>;
  if (found.isError)
    return <FailingState title={w('why.failed')} error={found.error} onRetry={() => void found.refetch()} isRetrying={found.isFetching} />;
  if (!found.data)
    return (
      <>
        <p className="mb-3 text-13 text-mute">{w('why.loading')}</p>
        <SkeletonRows rows={6} rowClass="h-10" label={w('why.loading')} />
      </>
    );
  return <Told e={found.data} />;
}

function Told({ e }: { e: Explanation }) {
  const w = useText(whyTexts);
  const words = useWords();
  const language = useLanguage();
  return (
    <div className="flex flex-col gap-5 text-13" data-testid="explanation">
      <header>
        <p className="text-16 font-bold">
          {e.symbol && <>{pairOf(e.symbol)} · </>}
          {words(e.title)}
        </p>
        <p className="mt-0.5 text-12 text-mute">
          {fullMoment(e.time)} · {w('why.sequence', { sequence: figure(String(e.sequence)) })}
          {e.code && <code className="ml-2 rounded-4 bg-hover px-1.5 py-0.5 text-11">{e.code}</code>}
        </p>
      </header>
      <Part title={w('why.steps')}>
        <ol className="flex flex-col gap-2">
          {e.steps.map((step, at) => (
            <Step key={`${step.rule} ${step.formula} ${step.numbers}`} step={step} number={at + 1} />
          ))}
        </ol>
      </Part>
      {e.market && (
        <Part title={w('why.market')} unit="USDT">
          <MarketRows market={e.market} />
        </Part>
      )}
      <Part title={w('why.account')} unit="USDT">
        <AccountRows account={e.account} />
      </Part>
      <details>
        <summary className="touch w-fit text-13 font-semibold text-sub hover:text-text">{w('why.request')}</summary>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 rounded-8 bg-field p-3 text-12">
          {e.request.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-mute" title={name}>
                {fieldWord(name, language)}
              </dt>
              <dd className="text-right break-all">{valueWord(name, value, language)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function Part({ title, unit, children }: { title: string; unit?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-13 font-semibold">
        {title} {unit && <span className="text-11 font-normal text-mute">{unit}</span>}
      </h3>
      {children}
    </section>
  );
}

const units: Readonly<Record<ExplainStep['unit'], string>> = { USDT: 'USDT', price: 'USDT', quantity: '', percent: '%', '': '' };

function Step({ step, number }: { step: ExplainStep; number: number }) {
  const w = useText(whyTexts);
  const words = useWords();
  const language = useLanguage();
  return (
    <li className="rounded-8 border border-line p-3">
      <p className="flex items-baseline gap-2">
        <span className="text-12 text-mute">{number}</span>
        <b className="font-semibold">{words(step.name)}</b>
        <b className="ml-auto shrink-0 text-14 font-bold">
          {withSeparators(inWords(step.result, language))}
          <span className="ml-1 text-12 font-normal text-mute">{units[step.unit]}</span>
        </b>
      </p>
      {step.formula !== '' && (
        <>
          <p className="mt-1 text-12 break-words text-mute" title={step.formula}>
            {inWords(step.formula, language)}
          </p>
          <p className="text-12 break-words text-sub">= {withSeparators(inWords(step.numbers, language))}</p>
        </>
      )}
      <p className="mt-1 flex items-center gap-2 text-11 text-mute">
        {w('why.rule', { rule: step.rule })}
        <Holds holds={step.holds} />
      </p>
    </li>
  );
}

function Holds({ holds }: Pick<ExplainStep, 'holds'>) {
  const w = useText(whyTexts);
  if (holds === null) return null;
  return (
    <span className={`flex items-center gap-1 ${holds ? 'text-sub' : 'text-danger'}`}>
      {holds ? <Check size={12} aria-hidden="true" /> : <TriangleAlert size={12} aria-hidden="true" />}
      {w(holds ? 'why.holds' : 'why.differs')}
    </span>
  );
}

/** "0.0001" → "+0.0100%". */
const rateText = (fraction: string | null): string => `${figure((Number(fraction) * 100).toFixed(4), { sign: true })}%`;

function MarketRows({ market }: { market: NonNullable<Explanation['market']> }) {
  const w = useText(whyTexts);
  const parts = (['price1', 'price2', 'fundingRate'] as const).filter((name) => market[name] !== null);
  return (
    <>
      <dl className="grid grid-cols-3 gap-3">
        {(['mark', 'index', 'last'] as const).map((name) => (
          <div key={name}>
            <dt className="text-12 text-mute">{w(`why.${name}`)}</dt>
            <dd className="font-semibold">{figure(market[name])}</dd>
          </div>
        ))}
        {parts.map((name) => (
          <div key={name}>
            <dt className="text-12 text-mute">{w(`why.${name}`)}</dt>
            <dd className="font-semibold">{name === 'fundingRate' ? rateText(market[name]) : figure(market[name] ?? '')}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-12 text-mute">
        {parts.length === 0 && `${w('why.mirrored')} `}
        {market.markSequence !== null && w('why.markAt', { sequence: figure(String(market.markSequence)) })}
        {market.markTime && ` · ${fullMoment(market.markTime)}`}
      </p>
    </>
  );
}

const accountRows = [
  'crossWallet',
  'isolatedWallets',
  'unrealizedPnl',
  'positionMargin',
  'orderMargin',
  'maintenanceMargin',
  'available',
] as const satisfies readonly (keyof ExplainAccount)[];

function AccountRows({ account }: { account: Explanation['account'] }) {
  const w = useText(whyTexts);
  return (
    <table className="w-full">
      <thead className="text-11 text-mute">
        <tr>
          <th scope="col">
            <span className="sr-only">{w('why.account')}</span>
          </th>
          <th scope="col" className="text-right font-normal">
            {w('why.before')}
          </th>
          <th scope="col" className="text-right font-normal">
            {w('why.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {accountRows.map((name) => {
          const hasChanged = account.before[name] !== account.after[name];
          return (
            <tr key={name} className="border-t border-grid">
              <th scope="row" className="h-7 text-left font-normal text-mute">
                {w(`why.${name}`)}
              </th>
              <td className="text-right text-mute">{figure(account.before[name])}</td>
              <td className={`text-right ${hasChanged ? 'font-semibold' : 'text-mute'}`}>{figure(account.after[name])}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
