// The engine's own words for a code that an answer names: all of them weigh more than the ticket, so they come when one is needed.
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';

export async function refusalText(code: string | null, otherwise: string): Promise<string> {
  if (code === null) return otherwise;
  try {
    const { futuresErrors } = await import('@maru/futures/errors.ts');
    const known: Readonly<Record<string, { ko: string; en: string }>> = futuresErrors;
    // The answer carries no figures: a sentence that needs one is not for here.
    const text = known[code]?.[currentLanguage()];
    return text === undefined || text.includes('{') ? otherwise : text;
  } catch {
    return otherwise;
  }
}
