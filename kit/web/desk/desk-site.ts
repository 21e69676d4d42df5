// Which site the operator looks at and what they may do there: every call carries its code, and what another site answered is forgotten.
import type { Route } from '../../contract/route.ts';
import { create } from 'zustand';
import { sendAlways } from '../api-client.ts';
import { setTimeZone } from '../i18n/moments.ts';
import { queryClient } from '../query.ts';
import { askBefore, lostTypings } from '../unsaved.ts';

export interface DeskSite {
  id: number;
  code: string;
  name: { ko: string; en: string };
  timeZone: string;
  /** Address of its mark; empty without one. */
  logo: string;
  /** What the operator may do there; a route's `right`. */
  rights: readonly string[];
}

interface Desk {
  sites: readonly DeskSite[];
  /** Rights held at all sites. */
  everywhere: readonly string[];
  site: DeskSite | undefined;
}

/** Names the site that a call is about. */
export const SITE_HEADER = 'x-maru-site';
const key = 'maru.admin.site';
const useDesk = create<Desk>(() => ({ sites: [], everywhere: [], site: undefined }));

function show(site: DeskSite | undefined): void {
  if (site) {
    sendAlways(SITE_HEADER, site.code);
    setTimeZone(site.timeZone);
  }
  useDesk.setState({ site });
}

/**
 * After the log-in, and when rights changed: the site that is shown, else the one chosen last on this device, else the first of the
 * grants. Answers the one that stands in place of another, which is there no more or is another brand under the same code.
 */
export function setDeskSites(sites: readonly DeskSite[], everywhere: readonly string[]): DeskSite | undefined {
  const before = useDesk.getState().site;
  const wanted = before?.code ?? localStorage.getItem(key);
  const site = sites.find(({ code }) => code === wanted) ?? sites[0];
  useDesk.setState({ sites, everywhere });
  show(site);
  if (before === undefined || site === undefined || site.id === before.id) return undefined;
  queryClient.clear();
  return site;
}

/** Every page of another site is another one: what was typed on this one is asked about first. */
export function chooseDeskSite(code: string, then: () => void = () => undefined): void {
  const site = useDesk.getState().sites.find((each) => each.code === code);
  if (!site) return then();
  return askBefore(site.id === useDesk.getState().site?.id ? [] : lostTypings(), () => {
    localStorage.setItem(key, code);
    show(site);
    queryClient.clear();
    then();
  });
}

export const useDeskSites = (): readonly DeskSite[] => useDesk((desk) => desk.sites);

/** The chosen site; pages stand only where one is known. */
export function useDeskSite(): DeskSite {
  const site = useDesk((desk) => desk.site);
  if (!site) throw new Error('no site of the operator is known yet');
  return site;
}
/** Of the chosen site, outside components: for names of files. */
export const deskSiteCode = (): string => useDesk.getState().site?.code ?? '';
export const useMaybeDeskSite = (): DeskSite | undefined => useDesk((desk) => desk.site);

const none: readonly string[] = [];

/** What the operator may do at the chosen site: hides what would be refused; the server decides. */
export const useRights = (): readonly string[] => useDesk(({ site }) => site?.rights) ?? none;
export const useCan = (right: string): boolean => useDesk(({ site }) => site?.rights.includes(right) === true);

/** Whether the operator may make a call: at the chosen site, or, of what belongs to the installation, at all sites. */
export function useMay({ right = '', everywhere }: Pick<Route, 'right' | 'everywhere'>): boolean {
  const atAll = useDesk((desk) => desk.everywhere.includes(right));
  const here = useCan(right);
  return everywhere === true ? atAll : here;
}

/** The same of any call, for where the calls are data; what calls nothing may always. */
export function useMayAll(): (route: Pick<Route, 'right' | 'everywhere'> | undefined) => boolean {
  const everywhere = useDesk((desk) => desk.everywhere);
  const rights = useRights();
  return (route) => route?.right === undefined || (route.everywhere === true ? everywhere : rights).includes(route.right);
}
