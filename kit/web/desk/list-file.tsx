// A declared list taken away as a file: what the page shows, or what the server gives for its filters, at once or with a reason.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../failure.ts';
import type { Catalog } from '../i18n/language.ts';
import { useWords } from '../i18n/use-text.ts';
import { toast } from '../toasts/toast-list.ts';
import { Button } from '../ui/button.tsx';
import type { ShownList } from './desk-list.tsx';
import { useDeskSite } from './desk-site.ts';
import { useListFile } from './list-columns.tsx';
import { type AnyRoute, type FilePart, wordsOf } from './page-definition.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ListFileProps<C extends Catalog, R extends AnyRoute, Row extends object> {
  file: FilePart<C>;
  list: Pick<ShownList<C, R, Row>, 't' | 'asked' | 'rows' | 'part'>;
}

export function ListFile<C extends Catalog, R extends AnyRoute, Row extends object>({ file, list }: ListFileProps<C, R, Row>) {
  const { t, asked, rows, part } = list;
  const { code } = useDeskSite();
  const say = useWords();
  const saveShown = useListFile(part.columns);
  const [isAsking, setAsking] = useState(false);
  const press = async () => {
    if ('asks' in file) return setAsking(true);
    if ('name' in file) return saveShown(`${code}-${file.name}.csv`, rows);
    try {
      await file.take(asked, t, say);
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
    }
  };
  return (
    <>
      <Button size={32} icon={<Download size={14} />} disabled={rows.length === 0 && file.isAlways !== true} onClick={() => void press()}>
        {t(file.label)}
      </Button>
      {isAsking && 'asks' in file && (
        <ReasonDialog
          title={t(file.asks.title)}
          description={wordsOf(t, file.asks.words, undefined)}
          confirm={t(file.asks.confirm)}
          onConfirm={(reason) => file.takeFor(asked, reason, t)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
