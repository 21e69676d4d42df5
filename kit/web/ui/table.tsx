// Table clothes: head 28 in mute, figures at the right, one line between rows.
import type { ComponentProps } from 'react';
import { cx } from './classes.ts';

export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table className={cx('w-full border-collapse text-left', className)} {...rest} />;
}
export function HeadCell({ className, isFigure = false, ...rest }: ComponentProps<'th'> & { isFigure?: boolean }) {
  return (
    <th
      scope="col"
      className={cx('h-8 border-b border-line text-12 font-normal whitespace-nowrap text-mute', isFigure && 'text-right', className)}
      {...rest}
    />
  );
}
export function Cell({ className, isFigure = false, ...rest }: ComponentProps<'td'> & { isFigure?: boolean }) {
  return <td className={cx('border-b border-line text-14', isFigure && 'text-right', className)} {...rest} />;
}
