// What was chosen in a list, beside it: a side of 400 from 1280, a sheet over the list below.
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from '../ui/button.tsx';
import { Sheet } from '../ui/overlays.tsx';
import { askBeforeClosing } from '../unsaved.ts';
import { useMedia } from '../use-width.ts';
import { deskTexts } from './texts.ts';

interface DetailSideProps {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  /** Actions, always in sight. */
  foot?: ReactNode;
}

const besideFrom = '(min-width: 1280px)';

export function DetailSide({ title, onClose, children, foot }: DetailSideProps) {
  const t = useText(deskTexts);
  const isBeside = useMedia(besideFrom);
  const place = useRef<HTMLElement>(null);
  if (!isBeside) {
    return (
      <Sheet isOpen onClose={onClose} title={title} foot={foot} side="bottom">
        {children}
      </Sheet>
    );
  }
  return (
    <aside ref={place} className="h-full border-l border-line">
      <div className="sticky top-12 flex max-h-[calc(100dvh-48px)] flex-col">
        <div className="flex items-start justify-between gap-3 px-6 pt-5 pb-3">
          <h2 className="min-w-0 text-16 font-bold break-words">{title}</h2>
          <IconButton label={t('desk.close')} onClick={() => askBeforeClosing(place.current, onClose)} size={28} className="-mr-1.5">
            <X size={16} />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 scroll-thin">{children}</div>
        {foot && <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-6 py-4">{foot}</div>}
      </div>
    </aside>
  );
}

/** A list with its side; without one the list has the whole width. */
export function SplitView({ list, side, sidePx = 400 }: { list: ReactNode; side?: ReactNode; sidePx?: number }) {
  return (
    <div className="flex min-h-0 flex-1 items-stretch">
      <div className="min-w-0 flex-1">{list}</div>
      {side && (
        <div data-lost-with="open" className="self-stretch max-wide:contents" style={{ width: sidePx, flexShrink: 0 }}>
          {side}
        </div>
      )}
    </div>
  );
}
