// The frame of every back-office page: header 48, menu 220 on the ground, one sheet with a rounded corner; on phones the menu is a sheet.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { texts } from '../texts.ts';
import { DeskHeader } from './desk-header.tsx';
import { DeskNav, DeskNavSheet } from './desk-nav.tsx';
import { Palette } from './palette.tsx';
import { useDeskNotes } from './waiting.ts';

export function Shell() {
  const t = useText(texts);
  const [isNavOpen, setNavOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  useDeskNotes();
  return (
    <>
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-8 focus:bg-raised focus:px-4 focus:py-2 focus:shadow-float"
      >
        {t('shell.skip')}
      </a>
      <DeskHeader onNav={() => setNavOpen(true)} onSearch={() => setSearching(true)} />
      <div className="flex min-h-[calc(100dvh-48px)] bg-bg">
        <aside className="sticky top-12 hidden h-[calc(100dvh-48px)] w-[220px] shrink-0 overflow-y-auto p-3 scroll-thin wide:block">
          <DeskNav />
        </aside>
        <main
          id="page"
          tabIndex={-1}
          className="min-w-0 flex-1 border-line bg-surface outline-none max-wide:border-t wide:rounded-tl-16 wide:border-t wide:border-l"
        >
          <Outlet />
        </main>
      </div>
      <DeskNavSheet isOpen={isNavOpen} onClose={() => setNavOpen(false)} />
      <Palette isOpen={isSearching} onOpen={() => setSearching(true)} onClose={() => setSearching(false)} />
    </>
  );
}
