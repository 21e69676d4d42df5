// Clean HTML of the server, dressed in our type: it carries no style of its own.
import { useRouter } from '@tanstack/react-router';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { MouseEvent } from 'react';

/** Of everything that was written in the editor, and of the editor itself. */
export const clothes = [
  'text-14 text-text [overflow-wrap:anywhere] [&_p]:my-3 [&_h2]:mt-6 [&_h2]:mb-2 [&_h2]:text-18 [&_h2]:font-bold [&_h3]:mt-5 [&_h3]:mb-2',
  '[&_h3]:text-16 [&_h3]:font-bold [&_h4]:mt-4 [&_h4]:font-bold [&_ul]:my-3 [&_ul]:list-[square] [&_ul]:pl-5 [&_ol]:my-3 [&_ol]:list-decimal',
  '[&_ol]:pl-5 [&_li]:my-1 [&_li]:marker:text-mute [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_blockquote]:border-l-2',
  '[&_blockquote]:border-line [&_blockquote]:pl-4 [&_blockquote]:text-sub [&_img]:my-3 [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-8',
  '[&_hr]:my-6 [&_hr]:border-line [&_table]:my-3 [&_table]:w-full [&_table]:border-collapse [&_td]:border [&_td]:border-line [&_td]:px-3',
  '[&_td]:py-2 [&_th]:border [&_th]:border-line [&_th]:bg-sunken [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_pre]:overflow-x-auto',
].join(' ');

export function RichText({ html, className }: { html: string; className?: string }) {
  const router = useRouter();
  // A link to a page of ours is opened without loading the app anew.
  const follow = (event: MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    if (!href?.startsWith('/') || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links inside take the keys
    <div
      onClick={follow}
      className={cx(clothes, className)}
      // oxlint-disable-next-line react/no-danger -- cleaned by the server when written and when read; the page's policy runs no inline script
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
