// A time in a table: short where it stands, whole with its year for a pointer and for machines.
import { fullMoment, tableMoment } from '../i18n/moments.ts';

export function TableTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={fullMoment(at)} className={className}>
      {tableMoment(at)}
    </time>
  );
}
