// Brings a site's engine to its list of options: what is new or changed is set, what is as it was is left alone.
import { type CommandFields, CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { RoundFlag, RoundKind } from '@maru/engine/wire/round-terms.ts';
import { USUAL_ODDS } from '@maru/engine/rounds/price-odds.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { sendForHouse } from './send.ts';
import { pointOf } from './round-text.ts';
import { isOffered, type SiteOption, siteOptions } from './site-options.ts';

/** Of an early sale, where a row names none: what the house keeps, and the volatility of a second that the published formula takes, both 10^-8. */
export const USUAL_SALE_FEE = 2_000_000;
export const USUAL_SALE_VOLATILITY = 10_000;

export type OptionTerms = Omit<Extract<CommandFields, { kind: typeof CommandKind.SetRoundOption }>, 'kind'>;
/** As the engine tells an option: its terms, and of a draw the odds of each market. */
export type OptionView = OptionTerms & { symbol: number; drawOdds?: readonly number[] };

export function termsOf(site: SiteConfig, option: SiteOption): OptionTerms {
  const { row, family } = option;
  const amount = (text: string) => pointOf(site, text);
  const flags =
    (isOffered(site, option) ? RoundFlag.Play : 0) |
    (option.isInRound ? RoundFlag.InRound : 0) |
    (row.isEarlySale === true && family !== 'P' ? RoundFlag.EarlySale : 0);
  return {
    option: option.option,
    roundKind: family === 'P' ? RoundKind.PowerBall : RoundKind.Price,
    durationMs: option.durationMs,
    flags,
    cutoffMs: option.cutoffMs,
    // A draw's odds are set market by market.
    oddsUp: family === 'P' ? 0 : (row.oddsUp ?? USUAL_ODDS),
    oddsDown: family === 'P' ? 0 : (row.oddsDown ?? USUAL_ODDS),
    minStake: amount(row.minStake),
    maxStake: amount(row.maxStake),
    maxMemberRound: amount(row.maxRoundStake),
    maxSideExposure: amount(row.maxSideExposure),
    saleFee: row.saleFee ?? USUAL_SALE_FEE,
    saleVolatility: row.saleVolatility ?? USUAL_SALE_VOLATILITY,
  };
}

/** What each market of a draw pays on the site; 0 = off. */
export const drawOddsOf = ({ row }: SiteOption): number[] =>
  POWER_BALL_MARKETS.map(({ code, defaultOdds }) => row.drawOdds?.[code] ?? defaultOdds);

/** Answers how many commands it took; a second time without a change none. What was never offered is not set at all. */
export async function syncOptions(context: AppContext, site: SiteConfig): Promise<number> {
  const options = siteOptions(site);
  if (options.length === 0) return 0;
  const views = await context.engine.query<readonly OptionView[]>(site.id, 'roundOptions');
  const known = new Map(views.map((view) => [view.option, view]));
  const changes = options.flatMap((option) => changesOf(site, option, known.get(option.option)).map((payload) => ({ option, payload })));
  // Handed over at once, in order: they share their flushes.
  await Promise.all(changes.map(({ option, payload }) => setOrWarn(context, site, option, payload)));
  return changes.length;
}

function changesOf(site: SiteConfig, option: SiteOption, view: OptionView | undefined): CommandFields[] {
  // A price round whose symbol the site never listed has nothing to be about.
  if ((view === undefined && !isOffered(site, option)) || (option.family !== 'P' && option.symbol < 0)) return [];
  const terms = termsOf(site, option);
  const isSame = view !== undefined && Object.entries(terms).every(([name, value]) => view[name as keyof OptionTerms] === value);
  const payloads: CommandFields[] = isSame ? [] : [{ kind: CommandKind.SetRoundOption, ...terms }];
  if (option.family !== 'P') return payloads;
  const before = view?.drawOdds ?? [];
  drawOddsOf(option).forEach((odds, market) => {
    if (before[market] !== odds) payloads.push({ kind: CommandKind.SetDrawOdds, option: option.option, market, odds });
  });
  return payloads;
}

// One row that the engine refuses must not keep a site from opening: it stays as it was, and says so.
async function setOrWarn(context: AppContext, site: SiteConfig, option: SiteOption, payload: CommandFields): Promise<void> {
  const refusal = await sendForHouse(context, site.id, encodeFields(-1, option.symbol, payload));
  if (refusal !== undefined) context.log.error({ site: site.id, option: option.option, refusal }, 'an option of rounds was refused');
}
