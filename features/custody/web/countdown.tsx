// Time left until something opens by itself; once it is over, what depends on it is asked for again.
import type { Route } from '@maru/kit/contract/route.ts';
import { countdown } from '@maru/kit/web/i18n/moments.ts';
import { useServerTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { useEffect, useEffectEvent } from 'react';

interface Props {
  until: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever their shapes are
  routes: readonly Route<any, any, any>[];
  isSmall?: boolean;
}

export function Countdown({ until, routes, isSmall = false }: Props) {
  const now = useServerTime(1_000);
  const end = Date.parse(until);
  const isOver = end <= now;
  const ask = useEffectEvent(() => void Promise.all(routes.map(refetch)));
  useEffect(() => {
    if (isOver) ask();
  }, [isOver]);
  return <span className={cx('num shrink-0 font-bold text-warn', isSmall ? 'text-11' : 'text-14')}>{countdown(end, now)}</span>;
}
