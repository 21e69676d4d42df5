// 약관: each legal document with its versions, what one of them says, and the next one written in both languages.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskPanel, DeskPanels } from '@maru/kit/web/desk/page.tsx';
import { useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Articles } from '@maru/kit/web/ui/articles.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useMemo, useState } from 'react';
import { type DocumentKind, documentKinds } from '../contract.ts';
import { type DocumentVersion, getSiteDocument, listSiteDocuments } from '../document-contract.ts';
import { DocumentForm } from './document-form.tsx';
import { texts } from './texts.ts';

export function DocumentsPage() {
  const t = useText(texts);
  const [kind, setKind] = useState<DocumentKind>('service');
  const query = useCall(listSiteDocuments);
  return (
    <DeskPage
      title={t('document.title')}
      note={t('document.note')}
      actions={
        <Segment
          label={t('document.title')}
          value={kind}
          onChange={setKind}
          items={documentKinds.map((value) => ({ value, label: t(`document.kind.${value}`) }))}
          className="max-w-full overflow-x-auto overflow-y-hidden"
        />
      }
    >
      <Loaded query={query} title={t('document.failed')} rows={6}>
        {(documents) => {
          const document = documents.find((each) => each.kind === kind);
          return document ? <Versions key={kind} {...document} /> : null;
        }}
      </Loaded>
    </DeskPage>
  );
}

interface VersionsProps {
  kind: DocumentKind;
  inForce: number;
  versions: readonly DocumentVersion[];
}

function Versions({ kind, inForce, versions }: VersionsProps) {
  const t = useText(texts);
  const mayPublish = useCan('document.publish');
  const [open, setOpen] = useState(versions[0]?.version ?? 0);
  const [isWriting, setWriting] = useState(false);
  const columns = useVersionColumns(inForce);
  return (
    <DeskPanels columns="minmax(420px, 1fr) 1.2fr" className="flex-1">
      <DeskPanel
        title={t('document.versions')}
        aside={
          mayPublish && (
            <Button size={32} look="brand" onClick={() => setWriting(true)}>
              {t('document.next')}
            </Button>
          )
        }
      >
        <DataTable
          label={t('document.versions')}
          columns={columns}
          rows={versions}
          keyOf={(row) => row.version}
          onOpen={(row) => {
            setOpen(row.version);
            setWriting(false);
          }}
          openKey={open}
        />
      </DeskPanel>
      <DeskPanel>
        {isWriting ? (
          <DocumentForm kind={kind} follows={versions[0]?.version ?? 0} onDone={() => setWriting(false)} />
        ) : (
          <OneVersion kind={kind} version={open} />
        )}
      </DeskPanel>
    </DeskPanels>
  );
}

function useVersionColumns(inForce: number): DeskColumn<DocumentVersion>[] {
  const t = useNewText(texts);
  return useMemo(
    () => [
      {
        key: 'version',
        head: t('document.version'),
        cell: (row) => (
          <span className="inline-flex items-center gap-2 font-semibold">
            {`v${row.version}`}
            <Badge tone={row.version === inForce ? 'brand' : 'plain'}>
              {t(row.version === inForce ? 'document.now' : row.version > inForce ? 'document.later' : 'document.past')}
            </Badge>
          </span>
        ),
      },
      { key: 'effectiveAt', head: t('document.effective'), cell: (row) => <TableTime at={row.effectiveAt} /> },
      { key: 'consent', head: t('document.consent'), cell: (row) => t(row.needsConsent ? 'document.consent.yes' : 'document.consent.no') },
      { key: 'by', head: t('document.by'), cell: (row) => row.byName || t('document.first') },
      { key: 'agreed', head: t('document.agreed'), isFigure: true, cell: (row) => row.agreed.toLocaleString('en') },
    ],
    [t, inForce],
  );
}

function OneVersion({ kind, version }: { kind: DocumentKind; version: number }) {
  const t = useText(texts);
  const query = useCall(getSiteDocument, { query: { kind, version: String(version) } });
  return (
    <Loaded query={query} title={t('document.failed')} rows={6}>
      {(document) => (
        <div className="grid gap-8 tablet:grid-cols-2">
          {(['ko', 'en'] as const).map((language) => (
            <article key={language} lang={language} className="min-w-0">
              <h2 className="text-16 font-bold">{document[language].title}</h2>
              <Articles body={document[language].body} />
            </article>
          ))}
        </div>
      )}
    </Loaded>
  );
}
