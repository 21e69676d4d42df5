// `/alert?code=…`: one message with a way on, for maintenance, a closed region, a blocked account, a link that was used up, or a member that has just left.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleSlash, Clock, DoorOpen, Link2Off, type LucideIcon, MapPinOff, Wrench } from 'lucide-react';
import { BrandMark } from '../layouts/brand-mark.tsx';
import { paths } from '../paths.ts';

const texts = defineCatalog({
  'alert.maintenance.title': ['잠시 점검하고 있어요', 'We are doing maintenance'],
  'alert.maintenance.words': [
    '주문과 자산은 그대로 있어요. 끝나는 대로 다시 열릴게요.',
    'Your orders and assets are safe. We will be back as soon as it is done.',
  ],
  'alert.region.title': ['이 지역에서는 이용할 수 없어요', 'Not available in your region'],
  'alert.region.words': [
    '지역 규정에 따라 서비스를 열지 않은 곳이에요. 자산은 그대로 보관하고 있어요.',
    'Local rules do not allow us to serve this region. Your assets are kept as they are.',
  ],
  'alert.denied.title': ['이용할 수 없는 계정입니다', 'This account is unavailable'],
  'alert.denied.words': [
    '관리자에게 문의해 주세요. 자산은 그대로 보관되어 있습니다.',
    'Please contact the administrator. Your assets are kept as they are.',
  ],
  'alert.used.title': ['이미 사용한 링크예요', 'This link was already used'],
  'alert.used.words': [
    '보안을 위해 한 번만 열 수 있어요. 필요하면 새로 받아 주세요.',
    'For your safety it opens only once. Ask for a new one if you need it.',
  ],
  'alert.left.title': ['탈퇴했어요', 'You have left'],
  'alert.left.words': [
    '모든 기기에서 로그아웃했어요. 그동안 이용해 주셔서 고맙습니다.',
    'You are logged out everywhere. Thank you for having been with us.',
  ],
  'alert.none.title': ['알릴 소식이 없어요', 'Nothing to report'],
  'alert.none.words': ['이 주소로 온 이유가 끝났을 수 있어요.', 'The reason for this page may be over.'],
  'alert.home': ['홈으로', 'Home'],
  'alert.again': ['다시 확인', 'Check again'],
  'alert.login': ['로그인', 'Log in'],
});

const kinds = ['maintenance', 'region', 'denied', 'used', 'left', 'none'] as const;
type Kind = (typeof kinds)[number];
const icons: Record<Kind, LucideIcon> = {
  maintenance: Wrench,
  region: MapPinOff,
  denied: CircleSlash,
  used: Link2Off,
  left: DoorOpen,
  none: Clock,
};

export function AlertPage() {
  const t = useText(texts);
  const { code } = useSearch({ strict: false }) as { code?: string };
  const kind = kinds.includes(code as Kind) ? (code as Kind) : 'none';
  const Icon = icons[kind];
  return (
    <main id="page" className="flex min-h-dvh flex-col items-center justify-center bg-bg px-6 py-10 text-center">
      <BrandMark size={32} />
      <div className="mt-8 w-full max-w-[420px] rounded-16 border border-line bg-surface px-6 py-10">
        <Icon aria-hidden="true" size={24} className="mx-auto text-mute" />
        <h1 className="mt-4 text-20 font-bold tracking-[-0.02em]">{t(`alert.${kind}.title`)}</h1>
        <p className="mt-2 text-14 text-sub">{t(`alert.${kind}.words`)}</p>
        {kind === 'region' ? (
          // Asked of the server anew: whoever has moved on comes in.
          <a href={paths.home} className={buttonClass('brand', 40, 'mt-6')}>
            {t('alert.again')}
          </a>
        ) : (
          <Link to={kind === 'used' ? paths.login : paths.home} className={buttonClass('brand', 40, 'mt-6')}>
            {kind === 'used' ? t('alert.login') : t('alert.home')}
          </Link>
        )}
      </div>
    </main>
  );
}
