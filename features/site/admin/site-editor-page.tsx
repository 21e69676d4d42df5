// The editor of a site: form at the left, its real pages in the draft at the right, contrast under them, and a publishing that says why not.
import { call } from '@maru/kit/web/api-client.ts';
import { BeforeAfter } from '@maru/kit/web/desk/before-after.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded, LoadingRows } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useSiteFields } from '@maru/kit/web/desk/site-fields.ts';

import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { TabPanel, Tabs } from '@maru/kit/web/ui/tabs.tsx';
import { Redo2, Undo2, Users } from 'lucide-react';
import { useState } from 'react';
import { LOOK_RIGHT, MONEY_RIGHT } from '../change-kinds.ts';
import { dropSiteDraft, getSiteEditing, publishSite, reviewSite, type SiteEditing } from '../edit-contract.ts';
import { CoinsTab } from './coins-tab.tsx';
import { ContradictionNotes } from './contradiction-notes.tsx';
import { ContrastTable } from './contrast-table.tsx';
import { EditionsDialog } from './editions-dialog.tsx';
import { HostsTab } from './hosts-tab.tsx';
import { LookTab } from './look-tab.tsx';
import { useMediaUrl } from './media-url.ts';
import { type MailSample, PreviewFrame } from './preview-frame.tsx';
import { ProductsTab } from './products-tab.tsx';
import { texts } from './texts.ts';
import { type SiteForm, useSiteForm } from './use-site-form.ts';

/** With it comes the list of all texts that may be replaced. */
const WordsTab = lazyArea(() => import('./words-tab.tsx').then((m) => m.WordsTab), { waiting: <LoadingRows /> });

const tabs = ['look', 'products', 'coins', 'words', 'hosts'] as const;
type TabName = (typeof tabs)[number];
const panels = { look: LookTab, products: ProductsTab, coins: CoinsTab, words: WordsTab, hosts: HostsTab };

export function SiteEditorPage({ MailSample }: { MailSample: MailSample }) {
  const t = useText(texts);
  const query = useCall(getSiteEditing, { staleMs: Number.POSITIVE_INFINITY });
  const editing = query.data;
  if (editing !== undefined)
    return (
      <Editor
        key={`${editing.published.id} ${editing.edition} ${editing.draft?.savedAt ?? ''}`}
        editing={editing}
        MailSample={MailSample}
      />
    );
  return (
    <DeskPage title={t('siteedit.title')}>
      <Loaded query={query} title={t('siteedit.failed')} rows={8}>
        {() => null}
      </Loaded>
    </DeskPage>
  );
}

/** Why it can neither be published nor shown to a second person now; undefined when it can. */
function useBlock(form: SiteForm): string | undefined {
  const t = useText(texts);
  const { nameOf } = useSiteFields();
  if (form.fault) return t('siteedit.need.field', { field: nameOf(form.fault.field) ?? form.fault.field });
  const failing = form.checks.filter((check) => !check.passes).length;
  if (failing > 0) return t('siteedit.need.contrast', { count: failing });
  if (form.brought.length > 0) return t('siteedit.need.contra');
  if (form.bound) return t('siteedit.need.bound', { ...form.bound, field: nameOf(form.bound.field) ?? form.bound.field });
  if (form.changes.length === 0) return t('siteedit.need.change');
  return form.saving === 'saved' ? undefined : t('siteedit.need.save');
}

function Editor({ editing, MailSample }: { editing: SiteEditing; MailSample: MailSample }) {
  const form = useSiteForm(editing);
  const [tab, setTab] = useState<TabName>('look');
  const t = useText(texts);
  const words = useWords();
  const failing = form.checks.filter((check) => !check.passes).length;
  const mayWrite = useCan('site.write');
  return (
    <DeskPage
      title={words(form.config.name)}
      lead={<Mark form={form} />}
      badges={<Badges form={form} />}
      line={<LastLine editing={editing} />}
      actions={<Actions form={form} editing={editing} />}
    >
      <div className="grid flex-1 wide:grid-cols-[364px_1fr]">
        <div className="min-w-0 border-line max-wide:border-b wide:border-r">
          <ContradictionNotes form={form} />
          {!mayWrite && <p className="bg-sunken px-6 py-3 text-13 text-sub">{t('siteedit.read')}</p>}
          <Tabs
            label={t('siteedit.tabs')}
            value={tab}
            onChange={setTab}
            className="px-3 pt-3"
            items={tabs.map((value) => ({ value, label: t(`siteedit.tab.${value}`) }))}
          >
            {tabs.map((value) => {
              const Panel = panels[value];
              return (
                <TabPanel key={value} value={value} className="-mx-3">
                  {/* Who may only read sees every value, and no field takes one. */}
                  <fieldset disabled={!mayWrite}>
                    <Panel form={form} />
                  </fieldset>
                </TabPanel>
              );
            })}
          </Tabs>
        </div>
        <div className="min-w-0 bg-bg px-4 py-5 laptop:px-6">
          {mayWrite && <PreviewFrame config={form.config} MailSample={MailSample} />}
          <div className="mt-4">
            <ContrastTable checks={form.checks} />
          </div>
          <p className="mt-3 flex flex-wrap justify-between gap-2 text-13">
            <span className={failing > 0 ? 'font-semibold text-danger' : 'text-sub'}>
              {failing > 0 ? t('siteedit.foot.bad', { count: failing }) : t('siteedit.foot.good')}
            </span>
            <span className="text-mute">{t('siteedit.foot.live')}</span>
          </p>
        </div>
      </div>
    </DeskPage>
  );
}

function Mark({ form }: { form: SiteForm }) {
  const mask = `url("${useMediaUrl(form.config.theme.logo)}") center / contain no-repeat`;
  return (
    <span aria-hidden="true" className="size-8 shrink-0" style={{ background: form.config.theme.light['brand'], mask, WebkitMask: mask }} />
  );
}

function Badges({ form }: { form: SiteForm }) {
  const t = useText(texts);
  const saved = { saved: 'siteedit.saved', saving: 'siteedit.saving', waiting: 'siteedit.unsaved', failed: 'siteedit.unsaved' } as const;
  return (
    <>
      <Badge>{form.config.hosts[0]}</Badge>
      {form.changes.length > 0 ? (
        <>
          <Badge tone="warn">{t('siteedit.draft', { count: form.changes.length })}</Badge>
          {form.kinds.map((kind) => (
            <Badge key={kind}>{t(`siteedit.kind.${kind}`)}</Badge>
          ))}
          {form.large.length > 0 && (
            <Badge tone="warn" icon={<Users size={11} aria-hidden="true" />}>
              {t('siteedit.needs.two')}
            </Badge>
          )}
          <span aria-live="polite" className="text-12 text-mute">
            {t(saved[form.saving])}
          </span>
        </>
      ) : (
        <Badge>{t('siteedit.same')}</Badge>
      )}
    </>
  );
}

function LastLine({ editing: { editions } }: { editing: SiteEditing }) {
  const t = useText(texts);
  const [last] = editions;
  if (!last) return <>{t('siteedit.never')}</>;
  return <>{t('siteedit.last', { edition: last.edition, at: tableMoment(last.at, false), by: last.byName || '–' })}</>;
}

/** Looks are published by one right, money by another: who lacks it may ask for a review. */
function useRightBlock({ kinds }: SiteForm): string | undefined {
  const t = useText(texts);
  const [mayLook, mayMoney] = [useCan(LOOK_RIGHT), useCan(MONEY_RIGHT)];
  if (!mayLook) return t('siteedit.need.right');
  return kinds.includes('money') && !mayMoney ? t('siteedit.need.money') : undefined;
}

function Actions({ form, editing }: { form: SiteForm; editing: SiteEditing }) {
  const t = useText(texts);
  const [open, setOpen] = useState<'changes' | 'publish' | 'review' | 'history'>();
  const block = useBlock(form);
  const publishBlock = useRightBlock(form) ?? block;
  const close = () => setOpen(undefined);
  return (
    <>
      <IfCan right="site.write">
        <IconButton label={t('siteedit.undo')} disabled={!form.undo} onClick={form.undo}>
          <Undo2 size={16} />
        </IconButton>
        <IconButton label={t('siteedit.redo')} disabled={!form.redo} onClick={form.redo}>
          <Redo2 size={16} />
        </IconButton>
      </IfCan>
      <Button size={32} onClick={() => setOpen('history')}>
        {t('siteedit.history')}
      </Button>
      <IfCan right="site.write">
        <Button size={32} onClick={() => setOpen('changes')}>
          {t('siteedit.changes')}
        </Button>
        <Button size={32} disabled={block !== undefined} title={block} onClick={() => setOpen('review')}>
          {t('siteedit.review')}
        </Button>
        <Button size={32} look="brand" disabled={publishBlock !== undefined} title={publishBlock} onClick={() => setOpen('publish')}>
          {publishBlock === undefined || form.changes.length === 0 ? t('siteedit.publish') : publishBlock}
        </Button>
      </IfCan>
      {open === 'changes' && <ChangesDialog form={form} onClose={close} />}
      {open === 'publish' && <PublishDialog form={form} edition={editing.edition} onClose={close} />}
      {open === 'review' && <ReviewDialog form={form} edition={editing.edition} onClose={close} />}
      {open === 'history' && <EditionsDialog editing={editing} onClose={close} />}
    </>
  );
}

function ChangesDialog({ form, onClose }: { form: SiteForm; onClose(): void }) {
  const t = useText(texts);
  const drop = async () => {
    await call(dropSiteDraft, { body: {} });
    onClose();
    // The form begins anew from what stands.
    await refetch(getSiteEditing);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('siteedit.changes.title')}
      className="w-[min(720px,calc(100vw-32px))]"
      foot={
        form.changes.length > 0 && (
          <Button look="quiet" onClick={() => void drop()}>
            {t('siteedit.drop')}
          </Button>
        )
      }
    >
      <SiteChanges form={form} />
    </Dialog>
  );
}

function SiteChanges({ form }: { form: SiteForm }) {
  const { nameOf, format } = useSiteFields();
  return (
    <BeforeAfter
      before={form.published}
      after={form.config}
      nameOf={nameOf}
      format={(path, value) => colourOf(value) ?? format(path, value)}
    />
  );
}

/** Colours are seen beside their names. */
function colourOf(value: unknown) {
  if (typeof value !== 'string' || !/^#[0-9A-Fa-f]{6}$/.test(value)) return undefined;
  return (
    <span className="inline-flex items-center gap-2 font-mono">
      <span className="size-4 rounded-3 border border-line" style={{ background: value }} />
      {value}
    </span>
  );
}

function PublishDialog({ form, edition, onClose }: { form: SiteForm; edition: number; onClose(): void }) {
  const t = useText(texts);
  const { nameOf } = useSiteFields();
  const named = (fields: readonly string[]) => fields.map((field) => nameOf(field) ?? field).join(', ');
  const { large, narrower } = form;
  const words =
    large.length > 0
      ? t('siteedit.publish.two', { fields: named(large) })
      : narrower.length > 0
        ? t('siteedit.publish.narrower', { fields: named(narrower) })
        : t('siteedit.publish.words');
  return (
    <ReasonDialog
      title={t('siteedit.publish.title')}
      description={words}
      confirm={t('siteedit.publish')}
      isOptional={large.length === 0 && narrower.length === 0}
      onClose={onClose}
      onConfirm={async (reason) => {
        const next = await call(publishSite, { body: { edition, ...(reason ? { reason } : {}) } });
        toast({ title: t('siteedit.published', { edition: next.edition }), stay: 'notice' });
        await refetch(getSiteEditing);
      }}
    >
      <SiteChanges form={form} />
    </ReasonDialog>
  );
}

/** The server's answer is always that a second person was asked: the dialog says so itself. */
function ReviewDialog({ form, edition, onClose }: { form: SiteForm; edition: number; onClose(): void }) {
  const t = useText(texts);
  return (
    <ReasonDialog
      title={t('siteedit.review.title')}
      description={t('siteedit.review.words')}
      confirm={t('siteedit.review')}
      isOptional
      onClose={onClose}
      onConfirm={(reason) => call(reviewSite, { body: { edition, ...(reason ? { reason } : {}) } })}
    >
      <SiteChanges form={form} />
    </ReasonDialog>
  );
}
