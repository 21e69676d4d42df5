// Icons of the menu entries, by key.
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BookOpen,
  ChartCandlestick,
  Dices,
  FileText,
  Gift,
  History,
  Layers,
  Mail,
  Megaphone,
  Repeat2,
  ScrollText,
  ShieldCheck,
  Ticket,
  Timer,
  User,
  Users,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';

const size = 18;
const icons: Record<string, ReactNode> = {
  futures: <ChartCandlestick size={size} />,
  binary: <Timer size={size} />,
  copytrade: <Users size={size} />,
  powerball: <Dices size={size} />,
  staking: <Layers size={size} />,
  p2p: <ArrowLeftRight size={size} />,
  notice: <Megaphone size={size} />,
  invest: <FileText size={size} />,
  event: <Gift size={size} />,
  guide: <BookOpen size={size} />,
  'guide-dnw': <BookOpen size={size} />,
  asset: <Wallet size={size} />,
  wallet: <Wallet size={size} />,
  history: <History size={size} />,
  deposit: <ArrowDownToLine size={size} />,
  withdraw: <ArrowUpFromLine size={size} />,
  transfer: <Repeat2 size={size} />,
  coupon: <Ticket size={size} />,
  support: <Megaphone size={size} />,
  message: <Mail size={size} />,
  profile: <User size={size} />,
  'term-service': <ScrollText size={size} />,
  'term-privacy': <ShieldCheck size={size} />,
};

export const navIcon = (key: string): ReactNode => icons[key] ?? null;
