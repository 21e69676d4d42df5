// What stands in the way, in amber: what it is, what becomes of the money, and what can be done about it.
import type { ReactNode } from 'react';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  words: string;
  children?: ReactNode;
}

export function Notice({ icon, title, words, children }: NoticeProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-8 bg-warn-tint px-4 py-3">
      <span aria-hidden="true" className="mt-0.5 text-warn">
        {icon}
      </span>
      <p className="min-w-0 flex-1 basis-56 text-13 text-sub">
        <b className="block text-14 font-semibold text-text">{title}</b>
        {words}
      </p>
      {children}
    </div>
  );
}
