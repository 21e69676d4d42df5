// The launch list's look at demo money: a brand with real money outside gives none away, no coupon promises it, and nobody there holds any.
import type { AppContext } from '@maru/kit/server/context.ts';
import { launchChecks } from '@maru/site/admin-contract.ts';

/** Coupons in one sentence. */
const MOST_NAMED = 5;

/** On a demo installation demo money is what members trade with: no item there. */
export function registerDemoMoneyCheck(context: AppContext): void {
  context.services.find(launchChecks)?.register({
    item: 'demo-money',
    group: 'MONEY',
    title: { ko: '데모 머니', en: 'Demo money' },
    page: '/brand',
    async look(site, sql) {
      if (context.config.demo) return undefined;
      if (site.demoMoney !== undefined)
        return {
          isGreen: false,
          says: {
            ko: `새 회원에게 줄 데모 머니 ${site.demoMoney} USDT가 설정에 남아 있어요. 브랜드의 코인·종목 탭에서 비우고 게시해 주세요.`,
            en: `${site.demoMoney} USDT of demo money for new members is still set. Empty it under the brand’s Coins tab and publish.`,
          },
        };
      const { rows } = await sql.query<{ given: boolean }>('SELECT EXISTS (SELECT 1 FROM wallet_demo_gift WHERE site_id = $1) AS given', [
        site.id,
      ]);
      return rows[0].given
        ? {
            isGreen: false,
            says: {
              ko: '데모 설치였을 때 회원이 데모 머니를 받았어요. 이 브랜드는 열 수 없으니 새 브랜드를 만들어 주세요.',
              en: 'Members were given demo money while this was a demo. It cannot open; please make a new brand.',
            },
          }
        : { isGreen: true, says: { ko: '데모 머니를 주지 않아요.', en: 'No demo money is given.' } };
    },
  });
  registerDemoCouponCheck(context);
}

interface DemoCoupon {
  id: number;
  nameKo: string;
  nameEn: string;
  used: number;
  isOpen: boolean;
}

/** Named, not shown by their codes: whoever may see this list may not see those. */
function registerDemoCouponCheck(context: AppContext): void {
  context.services.find(launchChecks)?.register({
    item: 'demo-coupons',
    group: 'MONEY',
    title: { ko: '데모 쿠폰', en: 'Demo coupons' },
    page: '/coupons',
    async look(site, sql) {
      if (context.config.demo) return undefined;
      const { rows } = await sql.query<DemoCoupon>(
        `SELECT min(coupon_id) AS id, min(name_ko) AS "nameKo", min(name_en) AS "nameEn", sum(used)::int AS used, bool_or(NOT ended) AS "isOpen"
         FROM wallet_coupon WHERE site_id = $1 AND is_demo GROUP BY coalesce(batch_id, coupon_id) ORDER BY 1`,
        [site.id],
      );
      return saidOfCoupons(rows);
    },
  });
}

function saidOfCoupons(coupons: readonly DemoCoupon[]) {
  const named = (of: readonly DemoCoupon[], language: 'nameKo' | 'nameEn') =>
    `${of
      .slice(0, MOST_NAMED)
      .map((coupon) => `#${coupon.id} ${coupon[language]}`)
      .join(', ')}${of.length > MOST_NAMED ? ' …' : ''}`;
  const used = coupons.filter((coupon) => coupon.used > 0);
  if (used.length > 0)
    return {
      isGreen: false,
      says: {
        ko: `데모 설치였을 때 만든 쿠폰을 회원이 받았어요: ${named(used, 'nameKo')}. 이 브랜드는 열 수 없으니 새 브랜드를 만들어 주세요.`,
        en: `Members used coupons that were made while this was a demo: ${named(used, 'nameEn')}. It cannot open; please make a new brand.`,
      },
    };
  const open = coupons.filter(({ isOpen }) => isOpen);
  if (open.length > 0)
    return {
      isGreen: false,
      says: {
        ko: `데모 설치였을 때 만든 쿠폰이 남아 있어요: ${named(open, 'nameKo')}. 쿠폰 화면에서 끝내 주세요.`,
        en: `Coupons that were made while this was a demo are still there: ${named(open, 'nameEn')}. Please end them on the coupons’ page.`,
      },
    };
  return { isGreen: true, says: { ko: '데모 때의 쿠폰이 없어요.', en: 'No coupon is from a demo.' } };
}
