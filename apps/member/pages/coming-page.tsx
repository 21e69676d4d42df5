// A calm page for what the menus name and later work fills: what will stand here, and where to go meanwhile.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyArt } from '@maru/kit/web/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { paths, walletPages } from '../paths.ts';
import { texts, type ShellText } from '../texts.ts';
import { comingTexts } from './coming-texts.ts';

export interface ComingContent {
  title: ShellText;
  points: readonly (keyof typeof comingTexts)[];
}

export function ComingPage({ title, points }: ComingContent) {
  const t = useText(texts);
  const c = useText(comingTexts);
  const isMember = useSession(isLoggedIn);
  const { isFutures } = useTypeStatus();
  return (
    <div className="mx-auto flex max-w-[640px] flex-col px-4 py-10 tablet:px-8 tablet:py-16">
      <EmptyArt />
      <Badge className="mt-8 self-start">{c('coming.badge')}</Badge>
      <h1 className="mt-3 text-24 font-bold tracking-[-0.02em]">{c('coming.title', { page: t(title) })}</h1>
      <p className="mt-2 text-14 text-sub">{c('coming.safe')}</p>
      <p className="mt-8 text-12 font-semibold text-mute">{c('coming.list')}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {points.map((point) => (
          <li key={point} className="py-3 text-14">
            {c(point)}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-2">
        {isFutures && (
          <Link to={isMember ? paths.futures : paths.futuresView} className={buttonClass('brand', 40)}>
            {c('coming.futures')}
          </Link>
        )}
        <Link to={isMember ? walletPages.asset : paths.home} className={buttonClass('line', 40)}>
          {isMember ? c('coming.asset') : c('coming.home')}
        </Link>
      </div>
    </div>
  );
}
