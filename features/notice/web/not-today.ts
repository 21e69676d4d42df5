// "Not today": a cookie of 86,400 s for each popup, as the specification keeps it.
import { DAY_SECONDS } from '@maru/kit/contract/calendar.ts';
const lifeSeconds = DAY_SECONDS;
const nameOf = (id: number) => `maru.popup.${id}`;

export function hideForToday(id: number): void {
  document.cookie = `${nameOf(id)}=1; max-age=${lifeSeconds}; path=/; samesite=lax`;
}

export function isHiddenToday(id: number, cookies = document.cookie): boolean {
  return cookies.split('; ').includes(`${nameOf(id)}=1`);
}
