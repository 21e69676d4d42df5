// A link to a page of this site whose address arrives as data, search part and all, opened without loading the app anew.
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/** Presses that mean "in another tab or window" stay the browser's. */
const isPlain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export function OwnLink({ href, onClick, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const router = useRouter();
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!isPlain(event) || event.defaultPrevented) return;
        event.preventDefault();
        router.history.push(href);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}
