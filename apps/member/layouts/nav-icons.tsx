// Icons of the menu entries, by key.
import {
  Banknote,
  BookOpen,
  CalendarDays,
  ChartCandlestick,
  Columns3,
  Dices,
  FileText,
  Gift,
  Headset,
  History,
  KeyRound,
  Mail,
  Megaphone,
  Repeat2,
  ScrollText,
  ShieldCheck,
  Ticket,
  Timer,
  User,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';

const size = 18;
const icons: Record<string, ReactNode> = {
  futures: <ChartCandlestick size={size} />,
  binary: <Timer size={size} />,
  powerball: <Dices size={size} />,
  slot: <Columns3 size={size} />,
  notice: <Megaphone size={size} />,
  invest: <FileText size={size} />,
  event: <Gift size={size} />,
  guide: <BookOpen size={size} />,
  'guide-dnw': <BookOpen size={size} />,
  asset: <Wallet size={size} />,
  wallet: <Wallet size={size} />,
  history: <History size={size} />,
  calendar: <CalendarDays size={size} />,
  fund: <Banknote size={size} />,
  transfer: <Repeat2 size={size} />,
  coupon: <Ticket size={size} />,
  support: <Megaphone size={size} />,
  message: <Mail size={size} />,
  profile: <User size={size} />,
  inquiry: <Headset size={size} />,
  'api-keys': <KeyRound size={size} />,
  'term-service': <ScrollText size={size} />,
  'term-privacy': <ShieldCheck size={size} />,
};

export const navIcon = (key: string): ReactNode => icons[key] ?? null;
