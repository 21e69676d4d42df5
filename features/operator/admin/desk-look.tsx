// Theme and language of this device.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { setPref, usePrefs } from '@maru/kit/web/prefs.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Globe, Moon, Sun } from 'lucide-react';
import { texts } from './texts.ts';

export function DeskLook({ className }: { className?: string }) {
  const t = useText(texts);
  const { theme, language } = usePrefs();
  const isDark = theme === 'dark';
  return (
    <div className={cx('flex gap-1', className)}>
      <Button
        look="quiet"
        size={32}
        icon={<Globe size={14} aria-hidden="true" />}
        onClick={() => setPref('language', language === 'ko' ? 'en' : 'ko')}
      >
        <span lang={language === 'ko' ? 'en' : 'ko'}>{language === 'ko' ? 'English' : '한국어'}</span>
      </Button>
      <Button
        look="quiet"
        size={32}
        icon={isDark ? <Sun size={14} aria-hidden="true" /> : <Moon size={14} aria-hidden="true" />}
        onClick={() => setPref('theme', isDark ? 'theme-white' : 'dark')}
      >
        {t(isDark ? 'op.light' : 'op.dark')}
      </Button>
    </div>
  );
}
