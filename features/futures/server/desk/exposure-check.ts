// The launch list's look at house exposure: nobody opens a brand whose house may come to hold any sum unnoticed.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { siteBits } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { launchChecks } from '@maru/site/admin-contract.ts';
import { WHOLE_SITE } from './exposure-rows.ts';

/** One limit of the site as a whole, or one of each symbol: with neither the alert never comes. */
export function registerExposureCheck({ services }: AppContext): void {
  services.find(launchChecks)?.register({
    item: 'exposure',
    group: 'MONEY',
    title: { ko: '하우스 노출 한도', en: 'Limits of house exposure' },
    page: '/exposure',
    async look({ id, type, symbols }, sql) {
      if ((type & siteBits.futures) === 0) return undefined;
      const { rows: limits } = await sql.query<{ symbol: number; most: number }>(
        'SELECT symbol, most FROM futures_exposure_limit WHERE site_id = $1',
        [id],
      );
      const whole = limits.find(({ symbol }) => symbol === WHOLE_SITE);
      if (whole !== undefined) {
        const most = formatDecimal(Number(whole.most), USDT_DECIMALS, true);
        return {
          isGreen: true,
          says: { ko: `사이트 전체 ${most} USDT에서 알려요.`, en: `The alert for the whole site stands at ${most} USDT.` },
        };
      }
      const open = symbols.filter((_code, symbol) => !limits.some((limit) => limit.symbol === symbol)).length;
      return open === 0
        ? {
            isGreen: true,
            says: { ko: `종목 ${symbols.length}개에 모두 한도가 있어요.`, en: `Each of ${symbols.length} symbols has one.` },
          }
        : {
            isGreen: false,
            says: {
              ko: '사이트 전체 한도가 없어요. 하우스가 얼마까지 떠안을지 정해 주세요.',
              en: 'The site has none: set how much the house may come to hold before it is told.',
            },
          };
    },
  });
}
