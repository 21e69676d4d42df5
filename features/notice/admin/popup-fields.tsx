// The fields of a popup: picture or text box, words in two languages, link, width, times; or sent once in real time.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { type DeskPopup, MAX_TITLE } from '../admin-contract.ts';
import { POPUP_WIDTH, popupTypes } from '../contract.ts';
import { contentDeskTexts } from './desk-texts.ts';
import { type Language, LanguageSegment, MomentField, OrderField } from './form-fields.tsx';
import { LazyEditor } from './lazy-editor.tsx';
import { isAllowedLink } from './link-rule.ts';
import { uploadPicture } from './upload-picture.ts';

export type PopupWords = DeskPopup['words'];

interface PopupFieldsProps {
  words: PopupWords;
  isRealtime: boolean;
  onChange(part: Partial<PopupWords>): void;
  onRealtime(isRealtime: boolean): void;
}

function PictureField({ onPicture }: { onPicture(address: string): void }) {
  const t = useText(contentDeskTexts);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    const address = file && (await uploadPicture(file));
    if (address) onPicture(address);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        tabIndex={-1}
        aria-label={t('pop.picture')}
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button icon={<ImagePlus aria-hidden="true" size={16} />} onClick={() => input.current?.click()} className="mb-4">
        {t('pop.picture.add')}
      </Button>
    </>
  );
}

export function PopupFields({ words, isRealtime, onChange, onRealtime }: PopupFieldsProps) {
  const t = useText(contentDeskTexts);
  const [language, setLanguage] = useState<Language>('ko');
  const isKorean = language === 'ko';
  const isPicture = words.type === popupTypes.image;
  const content = (html: string) => onChange(isKorean ? { content: html } : { contentEn: html });
  const isWrongLink = Boolean(words.link) && !isAllowedLink(words.link ?? '');
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segment<'1' | '2'>
          label={t('pop.type')}
          value={isPicture ? '1' : '2'}
          onChange={(type) => onChange({ type: type === '1' ? 1 : 2, content: '', contentEn: '' })}
          items={[
            { value: '2', label: t('pop.type.2') },
            { value: '1', label: t('pop.type.1') },
          ]}
        />
        <LanguageSegment value={language} onChange={setLanguage} />
        {!isKorean && <span className="text-12 text-mute">{t('con.en.same')}</span>}
      </div>
      <TextField
        label={t('con.col.title')}
        value={isKorean ? words.title : words.titleEn}
        maxLength={MAX_TITLE}
        onChange={(event) => onChange(isKorean ? { title: event.target.value } : { titleEn: event.target.value })}
      />
      {isPicture ? (
        <PictureField onPicture={content} />
      ) : (
        <LazyEditor key={language} label={t('con.content')} html={isKorean ? words.content : words.contentEn} onChange={content} />
      )}
      <div className="mt-4 grid gap-x-4 tablet:grid-cols-2">
        <TextField
          label={t('pop.link')}
          value={words.link ?? ''}
          maxLength={500}
          help={t('pop.link.help')}
          error={isWrongLink ? t('ed.link.wrong') : undefined}
          onChange={(event) => onChange({ link: event.target.value.trim() })}
        />
        <TextField
          label={t('pop.width')}
          type="number"
          min={240}
          max={960}
          value={words.width}
          onChange={(event) => onChange({ width: Math.trunc(Number(event.target.value)) || POPUP_WIDTH })}
        />
        {!isRealtime && (
          <>
            <MomentField label={t('con.from')} value={words.startDate} onChange={(startDate) => onChange({ startDate })} />
            <MomentField label={t('con.until')} value={words.endDate} onChange={(endDate) => onChange({ endDate })} />
            <OrderField value={words.sortOrder ?? 0} onChange={(sortOrder) => onChange({ sortOrder })} />
          </>
        )}
      </div>
      <Checkbox isOn={isRealtime} onChange={onRealtime}>
        {t('pop.live')}
      </Checkbox>
      {isRealtime && <p className="mt-1 text-12 text-mute">{t('pop.live.words')}</p>}
    </>
  );
}
