// Games on the desk: the list with where each change has come to, and the calls that change terms, pause, and add.
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SiteRoundOption } from '../../site-part.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, Refusal } from '@maru/kit/server/feature.ts';
import { type Audit, handleOperator } from '@maru/kit/server/operator-call.ts';
import { siteChanges } from '@maru/site/admin-contract.ts';
import {
  addDeskOption,
  changeDeskOption,
  type DeskOption,
  listDeskOptions,
  pauseDeskOption,
  setRoundAlarm,
  setRoundPractice,
  type termStates,
} from '../../admin-contract.ts';
import { pointDecimals } from '../../currency.ts';
import { familyOf, type RoundCode } from '../../round-codes.ts';
import { presentOption } from '../option-calls.ts';
import { hasPractice } from '../practice/practice-purse.ts';
import { isoText } from '../round-text.ts';
import { bettingOrdinal, hasProductOf, isOffered, roundId, roundTimes, type SiteOption, siteOptions } from '../site-options.ts';
import { drawOddsOf, type OptionView, termsOf } from '../site-sync.ts';
import { alarmChange, optionChange, practiceChange, contentHashOf } from './option-changes.ts';
import { rowOfTerms, termsOfRow } from './option-terms.ts';

const MOST_OPTIONS = 128;

export const optionDeskRoutes = [
  handleOperator(listDeskOptions, async (context, call) => {
    const site = await context.services.use(siteChanges).standing(call.site);
    return {
      data: {
        currency: site.binaryCurrency,
        pointPrecision: pointDecimals(site.binaryCurrency),
        hasEndAlarm: site.rounds?.hasEndAlarm === true,
        hasPractice: hasPractice(site),
        options: await presentAll(context, site),
        stocks: site.symbols.flatMap((code) => {
          const data = listedSymbols.find((each) => each.code === code);
          return data === undefined ? [] : [{ stock: code, name: { ko: data.ko, en: data.en }, family: familyOfSymbol(code) }];
        }),
      },
    };
  }),
  handleOperator(changeDeskOption, async (context, call, audit) => {
    const { tradeOptionId, print: contentHash, terms, reason } = call.body;
    const { site, row } = await found(context, call, tradeOptionId);
    return change(context, call, audit, { option: tradeOptionId - 1, print: contentHash, row: rowOfTerms(site, row, terms), reason });
  }),
  handleOperator(pauseDeskOption, async (context, call, audit) => {
    const { tradeOptionId, isPlay, reason } = call.body;
    const { row } = await found(context, call, tradeOptionId);
    return change(context, call, audit, { option: tradeOptionId - 1, print: contentHashOf(row), row: { ...row, isPlay }, reason });
  }),
  handleOperator(addDeskOption, async (context, call, audit) => {
    const { game: code, stock, terms, reason } = call.body;
    const site = await context.services.use(siteChanges).standing(call.site);
    const options = site.rounds?.options ?? [];
    if (!goesWith(site, code, stock)) throw new Refusal('ROUND_SYMBOL', { field: 'stock' });
    if (options.some((row) => row.code === code && row.symbol === stock)) throw new Refusal('ROUND_OPTION_TWICE', { field: 'game' });
    if (options.length >= MOST_OPTIONS) throw new Refusal('ROUND_OPTIONS_FULL', { limit: String(MOST_OPTIONS) });
    const none = { minStake: '', maxStake: '', maxRoundStake: '', maxSideExposure: '' };
    const row = rowOfTerms(site, { code, ...(stock && { symbol: stock }), isPlay: false, ...none }, terms);
    return change(context, call, audit, { option: options.length, print: '', row, reason });
  }),
  handleOperator(setRoundAlarm, async (context, call, audit) => {
    const { hasEndAlarm, reason } = call.body;
    await context.services.use(siteChanges).change(call, audit, {
      kind: alarmChange,
      payload: { hasEndAlarm },
      target: `site:${call.site.id}`,
      summary: { ko: '라운드 종료 소리', en: 'Sound of a round’s end' },
      reason,
    });
    return { data: { hasEndAlarm } };
  }),
  handleOperator(setRoundPractice, async (context, call, audit) => {
    const { hasPractice: isOn, reason } = call.body;
    await context.services.use(siteChanges).change(call, audit, {
      kind: practiceChange,
      payload: { hasPractice: isOn },
      target: `site:${call.site.id}`,
      summary: { ko: '라운드 연습', en: 'Practice on rounds' },
      reason,
    });
    return { data: { hasPractice: isOn } };
  }),
];

const familyOfSymbol = (code: string): 'R' | 'B' => (listedSymbols.find((each) => each.code === code)?.category === 'crypto' ? 'R' : 'B');

function goesWith(site: SiteConfig, code: RoundCode, stock: string | undefined): boolean {
  const family = familyOf(code);
  if (family === 'P') return stock === undefined;
  return stock !== undefined && site.symbols.includes(stock) && familyOfSymbol(stock) === family;
}

async function found(context: AppContext, call: Call, tradeOptionId: number): Promise<{ site: SiteConfig; row: SiteRoundOption }> {
  const site = await context.services.use(siteChanges).standing(call.site);
  const row = site.rounds?.options[tradeOptionId - 1];
  if (row === undefined) throw new Refusal('ROUND_OPTION_UNKNOWN', { field: 'tradeOptionId' });
  return { site, row };
}

interface Wanted {
  option: number;
  print: string;
  row: SiteRoundOption;
  reason: string;
}

async function change(context: AppContext, call: Call, audit: Audit, { reason, ...payload }: Wanted): Promise<{ data: DeskOption }> {
  const { code, symbol = '' } = payload.row;
  const name = `${code} ${symbol.split(':')[1] ?? ''}`.trim();
  const isNew = payload.print === '';
  const site = await context.services.use(siteChanges).change(call, audit, {
    kind: optionChange,
    payload,
    target: `round-option:${payload.option + 1}`,
    summary: isNew
      ? { ko: `${name} 게임 더하기`, en: `Add the game ${name}` }
      : { ko: `${name} 조건 바꾸기`, en: `Change the terms of ${name}` },
    reason,
  });
  return { data: (await presentAll(context, site))[payload.option] };
}

async function presentAll(context: AppContext, site: SiteConfig): Promise<DeskOption[]> {
  const views = await context.engine.query<readonly DeskView[]>(site.id, 'roundOptions');
  const known = new Map(views.map((view) => [view.option, view]));
  return siteOptions(site).map((option) => present(context, site, option, known.get(option.option)));
}

type DeskView = OptionView & { fromOrdinal: number };

function present(context: AppContext, site: SiteConfig, option: SiteOption, view: DeskView | undefined): DeskOption {
  const { tradeOptionId, code, stock, name, group, durationSeconds, state, opensAt } = presentOption(context, site, option);
  const now = context.clock.now();
  const termState = stateOf(site, option, view, now);
  const from = view?.fromOrdinal ?? 0;
  const { betOpenAt, startAt } = roundTimes(option, from);
  return {
    tradeOptionId,
    code,
    stock,
    name,
    group,
    durationSeconds,
    state,
    opensAt,
    terms: termsOfRow(site, option.row),
    print: contentHashOf(option.row),
    isListed: hasProductOf(site, option) && (option.family === 'P' || option.symbol >= 0),
    termState,
    holdsFrom:
      termState === 'COMING' ? { tradeRoundId: roundId(option, from), betOpenAt: isoText(betOpenAt), startAt: isoText(startAt) } : null,
  };
}

/** Of the site's row against what the engine was given last. */
function stateOf(site: SiteConfig, option: SiteOption, view: DeskView | undefined, now: number): (typeof termStates)[number] {
  if (view === undefined) return isOffered(site, option) ? 'WAITING' : 'OFF';
  const areTermsTaken = Object.entries(termsOf(site, option)).every(([name, value]) => view[name as keyof DeskView] === value);
  const areOddsTaken = option.family !== 'P' || drawOddsOf(option).every((odds, market) => view.drawOdds?.[market] === odds);
  if (!areTermsTaken || !areOddsTaken) return 'WAITING';
  return view.fromOrdinal > bettingOrdinal(option, now) ? 'COMING' : 'LIVE';
}
