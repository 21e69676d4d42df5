// Odds of a game with the guard shown while they are typed: both sides of a price round, or every market of a draw as rows.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { POWER_BALL_MARKETS, POWER_BALL_ROW_NAMES } from '@maru/engine/rounds/power-ball-markets.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { judgeOdds, type OddsJudged } from '../odds-guard.ts';
import { familyOf } from '../round-codes.ts';
import type { GameForm } from './game-form-state.ts';
import { gamesTexts } from './games-texts.ts';

const numeric = (text: string) => text.replace(/[^\d.]/g, '').slice(0, 14);
const judge = (isDraw: boolean, type: string, text: string): OddsJudged | undefined =>
  judgeOdds(isDraw, type, parseDecimal(text, 8) ?? Number.NaN);
/** Per cent of all stakes that the house keeps in the long run. */
const houseShare = (product: string) => figure(String(Math.round((1 - Number(product)) * 10_000) / 100));

export function OddsPart({ form }: { form: GameForm }) {
  const t = useText(gamesTexts);
  return (
    <section className="border-b border-line py-4">
      <h3 className="text-14 font-bold">{t('rd.edit.odds')}</h3>
      <p className="mt-1 mb-3 text-12 text-mute">{t('rd.edit.odds.words')}</p>
      {familyOf(form.code) === 'P' ? <DrawOdds form={form} /> : <PriceOdds form={form} />}
    </section>
  );
}

function PriceOdds({ form }: { form: GameForm }) {
  const t = useText(gamesTexts);
  return (
    <div className="grid grid-cols-2 gap-4">
      {(['UP', 'DOWN'] as const).map((type) => {
        const judged = judge(false, type, form.terms.odds[type]);
        const isWrong = judged?.isAllowed === false;
        return (
          <TextField
            key={type}
            label={t(type === 'UP' ? 'rd.edit.up' : 'rd.edit.down')}
            inputMode="decimal"
            value={form.terms.odds[type]}
            onChange={(event) => form.setOdds(type, numeric(event.target.value))}
            under={
              judged && (
                <TickRuler
                  className="mt-2"
                  value={Number(judged.product)}
                  marks={41}
                  height={10}
                  dangerFrom={0.99}
                  tone={isWrong ? 'danger' : 'text'}
                />
              )
            }
            help={
              judged &&
              `${t('rd.edit.chance', { p: judged.probability, product: judged.product })} · ${t('rd.edit.keeps', { share: houseShare(judged.product) })}`
            }
            error={isWrong ? t('rd.edit.range', { least: judged.least, most: judged.most }) : undefined}
          />
        );
      })}
    </div>
  );
}

function DrawOdds({ form }: { form: GameForm }) {
  const t = useText(gamesTexts);
  const words = useWords();
  return (
    <>
      <table className="w-full border-collapse text-13">
        <thead>
          <tr className="h-7 text-12 text-mute">
            <th scope="col" className="text-left font-normal">
              {t('rd.edit.market')}
            </th>
            <th scope="col" className="text-right font-normal">
              {t('rd.edit.probability')}
            </th>
            <th scope="col" className="w-20 pl-2 text-right font-normal">
              {t('rd.edit.odds')}
            </th>
            <th scope="col" className="pl-3 text-right font-normal whitespace-nowrap">
              {t('rd.edit.product')}
            </th>
          </tr>
        </thead>
        <tbody>
          {POWER_BALL_MARKETS.map((market) => (
            <MarketRow
              key={market.code}
              form={form}
              type={market.code}
              name={`${words(POWER_BALL_ROW_NAMES[market.row])} ${words(market)}`}
            />
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-12 text-mute">{t('rd.edit.off.help')}</p>
    </>
  );
}

function MarketRow({ form, type, name }: { form: GameForm; type: string; name: string }) {
  const t = useText(gamesTexts);
  const text = form.terms.odds[type] ?? '0';
  const judged = judge(true, type, text);
  const isWrong = judged?.isAllowed === false;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-medium">
        {name}
      </th>
      <td className="py-1.5 text-right text-sub">{judged && `${(Number(judged.probability) * 100).toFixed(3)}%`}</td>
      <td className="py-1 pl-2">
        <input
          aria-label={`${name} ${t('rd.edit.odds')}`}
          aria-invalid={isWrong || undefined}
          inputMode="decimal"
          value={text}
          onChange={(event) => form.setOdds(type, numeric(event.target.value))}
          className={cx(
            'h-7 w-full rounded-4 border bg-surface px-1.5 text-right outline-none focus:border-brand pointer-coarse:h-11 pointer-coarse:text-16',
            isWrong ? 'border-danger' : 'border-edge/70',
          )}
        />
      </td>
      <td className={cx('py-1.5 text-right', isWrong ? 'font-semibold text-danger' : 'text-sub')}>
        {judged?.isOff ? t('rd.edit.off') : judged && Number(judged.product).toFixed(4)}
        {isWrong && <span className="block text-11 font-normal">{t('rd.edit.range', { least: judged.least, most: judged.most })}</span>}
      </td>
    </tr>
  );
}
