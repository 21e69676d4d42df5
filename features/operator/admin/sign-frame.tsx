// The quiet frame of pages before a session: Maru's mark, one card of words and fields, theme and language at the foot.
import { MaruMark } from '@maru/kit/web/ui/maru-mark.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { ReactNode } from 'react';
import { DeskLook } from './desk-look.tsx';
import { texts } from './texts.ts';

export function SignFrame({ title, words, children, foot }: { title?: string; words?: string; children?: ReactNode; foot?: ReactNode }) {
  const t = useText(texts);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-bg px-4 py-8">
      <div className="mb-6 flex items-center gap-2.5">
        <MaruMark size={26} />
        <span className="text-20 font-bold tracking-[-0.035em]">Maru</span>
        <span className="text-13 text-mute">{t('op.office')}</span>
      </div>
      <div className="w-full max-w-[400px] rounded-16 border border-line bg-surface p-6">
        <h1 className="text-20 font-bold tracking-[-0.02em]">{title ?? t('op.login.title')}</h1>
        <p className="mt-1 mb-5 text-13 text-sub">{words ?? t('op.login.words')}</p>
        {children}
      </div>
      {foot}
      <DeskLook className="mt-4" />
    </main>
  );
}
