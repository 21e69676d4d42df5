// The launch list's look at demo money: a brand with real money outside gives none away, and nobody there holds any.
import type { AppContext } from '@maru/kit/server/context.ts';
import { launchChecks } from '@maru/site/admin-contract.ts';

/** On a demo installation demo money is what members trade with: no item there. */
export function registerDemoMoneyCheck(context: AppContext): void {
  context.services.find(launchChecks)?.register({
    item: 'demo-money',
    group: 'MONEY',
    title: { ko: '데모 머니', en: 'Demo money' },
    page: '/brand',
    async look(site) {
      if (context.config.demo) return undefined;
      if (site.demoMoney !== undefined)
        return {
          isGreen: false,
          says: {
            ko: `새 회원에게 줄 데모 머니 ${site.demoMoney} USDT가 설정에 남아 있어요. 브랜드의 코인·종목 탭에서 비우고 게시해 주세요.`,
            en: `${site.demoMoney} USDT of demo money for new members is still set. Empty it under the brand’s Coins tab and publish.`,
          },
        };
      const { rows } = await context.pool.query<{ given: boolean }>(
        'SELECT EXISTS (SELECT 1 FROM wallet_demo_gift WHERE site_id = $1) AS given',
        [site.id],
      );
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
}
