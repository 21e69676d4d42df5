// In the place of a product that the site switched off: what is safe, and where to go.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { paths, walletPages } from '../paths.ts';
import { type ShellText, texts } from '../texts.ts';

const closedTexts = defineCatalog({
  'closed.title': ['이 사이트에서는 열지 않은 상품이에요', 'This product is not offered on this site'],
  'closed.words': ['자산은 그대로 있어요. 다른 메뉴는 그대로 쓸 수 있어요.', 'Your assets are as they were. Everything else is open.'],
  'closed.home': ['홈으로', 'Home'],
  'closed.asset': ['내 자산 보기', 'My assets'],
});

export function ClosedProduct({ title, layout }: { title: ShellText; layout: string }) {
  const t = useText(texts);
  const c = useText(closedTexts);
  const isMember = useSession(isLoggedIn);
  const words = (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <h1 className="sr-only">{t(title)}</h1>
      <EmptyState
        title={c('closed.title')}
        actions={
          <>
            <Link to={paths.home} className={buttonClass('brand', 40)}>
              {c('closed.home')}
            </Link>
            {isMember && (
              <Link to={walletPages.asset} className={buttonClass('line', 40)}>
                {c('closed.asset')}
              </Link>
            )}
          </>
        }
      >
        {c('closed.words')}
      </EmptyState>
    </div>
  );
  // Pages of the trading layout bring their own frame, which the skip link leads to; this one stands in for them.
  return layout === 'home' ? words : <PageSheet>{words}</PageSheet>;
}
